import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Perguntar sobre este site',
  inputLabel: 'Sua pergunta',
  placeholder: 'Pesquise ou faça uma pergunta',
  ask: 'Perguntar',
  close: 'Fechar',
  loading: 'Carregando a pesquisa',
  loadFailed: 'Não foi possível carregar a pesquisa. Verifique a conexão e tente novamente.',
  retry: 'Tentar novamente',

  comma: ', ',
  copy: 'Copiar',
  stop: 'Parar',
  panelWidth: 'Largura do painel',

  // What is happening.
  searching: 'Pesquisando',
  reading: 'Procurando os melhores trechos',
  modelReads: '{model} está lendo os trechos',
  writing: '{model} está escrevendo',
  checking: 'Comparando a resposta com as fontes',
  answered: {
    one: 'Resposta pronta, {count} fonte',
    many: 'Resposta pronta, {count} de fontes',
    other: 'Resposta pronta, {count} fontes',
  },
  answeredByQuote: {
    one: 'Resposta pronta, citada da página, {count} fonte',
    many: 'Resposta pronta, citada da página, {count} de fontes',
    other: 'Resposta pronta, citada da página, {count} fontes',
  },
  nothingFound: 'Nenhuma resposta encontrada',
  failed: 'Não funcionou',
  stopped: 'Interrompido.',

  // Results.
  idle: 'Digite para pesquisar, pressione Enter para obter uma resposta.',
  results: { one: '{count} resultado', many: '{count} de resultados', other: '{count} resultados' },
  noResults: 'Nenhuma página contém essas palavras. Pressione Enter para perguntar mesmo assim.',
  hits: 'Páginas',
  askRow: 'Perguntar: {question}',
  pageTop: 'Início da página',
  moreResults: 'Trechos mais próximos da pergunta',
  sources: 'Fontes',
  source: 'Fonte {number}: {title}',
  version: 'Versão {version}',

  // Questions to choose.
  recent: 'Perguntas anteriores',
  clearRecent: 'Limpar',
  suggestions: 'Você pode perguntar',
  next: 'Pergunte também',

  // What is searched.
  scopes: 'Pesquisar em',
  scopeAll: 'Todas as páginas',
  scopePage: 'Esta página',
  abstentionPage: 'Não foi encontrada uma resposta para esta pergunta nesta página.',
  abstentionSection: 'Não foi encontrada uma resposta para esta pergunta nesta seção.',

  // The answer.
  quoted: 'Citado da página',
  quotedWords: 'Citado da página, encontrado pelas palavras',
  generatedHere: 'Escrito neste dispositivo por {model}. Confira nas fontes.',
  generatedAt: 'Escrito por {model} ({origin}). Confira nas fontes.',
  knownHere:
    'Não vem deste site: escrito neste dispositivo por {model} com base no que ele sabe. Pode estar errado.',
  knownAt:
    'Não vem deste site: escrito por {model} ({origin}) com base no que ele sabe. Pode estar errado.',
  unfound: 'não encontrado nas fontes',
  absent: 'não consta nas fontes',
  absentNames: 'Não consta nas fontes: {names}',
  marks: 'Pontilhado: não encontrado nas fontes. Riscado: não consta de modo algum nas fontes.',
  withdrawn:
    'A maior parte do que {model} escreveu não foi encontrada nas fontes; por isso, o texto não é mostrado.',
  showAnyway: 'Mostrar mesmo assim',
  writeAgain: 'Escrever novamente',
  engineFailed: 'O modelo de linguagem não conseguiu responder: {why}',
  table: 'Tabela',
  copyCode: 'Copiar código',
  copied: 'Copiado',
  selected: 'Selecionado',

  // What was done in a lesser way.
  meaningReady:
    'Esta resposta foi encontrada apenas pelas palavras. A pesquisa por significado já está pronta.',
  modelReady: 'O modelo de pesquisa que talvez conheça as palavras omitidas já está pronto.',
  askAgain: 'Perguntar novamente',

  // The language model. `via` and `origem:` keep a preposition from contracting with `sameSite`.
  offerTitle: 'Um modelo de linguagem pode escrever a resposta neste dispositivo',
  offer:
    '{model}, {size}, baixado uma única vez via {origin} e guardado só para este site. Suas perguntas ficam aqui.',
  sizeUnknown: 'tamanho desconhecido',
  licence: 'Licença: {licence}.',
  room: 'O navegador permite que este site guarde mais {free}.',
  chooseModel: 'Modelo',
  choice: '{model}: {size}',
  memory: '{size} de memória',
  rate: {
    one: 'cerca de {count} token por segundo',
    many: 'cerca de {count} de tokens por segundo',
    other: 'cerca de {count} tokens por segundo',
  },
  download: 'Baixar {size}',
  use: 'Carregar',
  notNow: 'Agora não',
  never: 'Nunca neste site',
  loadingModel: 'Carregando {model}',
  downloaded: '{done} de {total}',
  timeLeft: 'tempo restante: {time}',
  stalled: '{progress}. Nada está chegando. Tentando novamente.',
  pause: 'Pausar',
  paused: '{model} está em pausa',
  keptSoFar: 'O que já chegou fica guardado.',
  goOn: 'Continuar',
  models: 'Modelo de linguagem',
  noModels: 'Nenhum modelo de linguagem está armazenado para este site.',
  modelWrites: '{model} escreve as respostas aqui.',
  modelRefused: 'Você preferiu não ter um modelo de linguagem neste site.',
  offerAgain: 'Mostrar a oferta',
  incomplete: 'incompleto',
  from: 'origem: {origin}',
  deleteModel: 'Excluir {model}',
  delete: 'Excluir',

  // The foot, and what left the device.
  keyChoose: 'escolher',
  keyAsk: 'perguntar',
  keyOpen: 'abrir',
  keyClose: 'fechar',
  privacy: 'Respondido neste dispositivo. Nada é enviado.',
  ownParts: 'Respondido por um serviço escolhido pelo responsável por este site.',
  ownEngine: 'As respostas são escritas por {origin}, escolhido pelo responsável por este site.',
  leftTitle: 'O que saiu deste dispositivo',
  leftNowhere: 'Suas perguntas: não vão a lugar nenhum. A pesquisa e a resposta são feitas aqui.',
  leftToEngineAt:
    'Suas perguntas, com trechos que as respondem: para {origin}, escolhido pelo responsável por este site.',
  leftToEngine:
    'Suas perguntas, com trechos que as respondem: para um modelo escolhido pelo responsável por este site. Não é possível ver daqui o que ele repassa.',
  leftToRetriever:
    'Suas perguntas: para um serviço de pesquisa escolhido pelo responsável por este site. Não é possível ver daqui o que ele repassa.',
  leftToBrowser:
    'As respostas são escritas pelo modelo do próprio navegador. Não é possível ver daqui o que o navegador envia.',
  keptHere:
    'Suas últimas perguntas e as respostas ficam guardadas neste navegador, só para este site, até você limpá-las.',
  fetched: 'Desde que esta página foi aberta, foram baixados arquivos de:',
  fetchedNothing: 'Nada foi baixado desde que esta página foi aberta.',
  thisSite: 'este site ({host})',
  requests: {
    one: '{count}\u00a0requisição',
    many: '{count}\u00a0de requisições',
    other: '{count}\u00a0requisições',
  },
  fromCache: 'do cache do navegador',
  sizeUntold: 'o navegador não informa o tamanho',
  sizeAtLeast: '{size} mais o que o navegador não informa',
  fetchPattern:
    'Nenhuma requisição contém palavras de uma pergunta. Os arquivos são os mesmos, seja qual for a pergunta, exceto em um caso: uma pergunta com palavras estranhas a este site pode exigir, uma única vez, um modelo de pesquisa maior.',
  fetchUnseen:
    'Um host acessado fica sabendo seu endereço de rede, a hora e o nome deste site, como em qualquer página. Não aparecem aqui o que a própria página carrega ou envia, nem um modelo que outra aba tenha baixado.',

  // The thread, and what can be done with an answer.
  earlier: 'Anteriormente nesta conversa',
  actions: 'Esta resposta',
  copyAnswer: 'Copiar a resposta',
  copyLink: 'Copiar um link para esta pergunta',
  copyByHand: 'O navegador não permite copiar aqui. O texto está selecionado: copie-o manualmente.',
  textToCopy: 'Texto para copiar',
  editQuestion: 'Editar a pergunta',
  editing: 'A próxima pergunta substitui “{question}”, e o que veio depois dela é removido.',
  keepQuestion: 'Manter como está',
  clearThread: 'Limpar a conversa',
  cleared: 'A conversa foi limpa.',
  done: 'Concluir',
  helpful: 'Isto ajudou',
  notHelpful: 'Isto não ajudou',
  thanks: 'Agradecemos.',
  takenBack: 'Sua avaliação foi retirada.',
  whatWasWrong: 'O que estava errado? Não é preciso dizer.',
  reasonWrong: 'Está errada',
  reasonIncomplete: 'Falta alguma coisa',
  reasonOffTopic: 'Responde a outra coisa',
  reasonOutdated: 'Está desatualizada',
  reasonUnclear: 'É difícil de entender',
  comment: 'Em suas próprias palavras',
  toldNote: 'O site pode coletar o que você informar aqui.',
  tell: 'Informar ao site',
  dontTell: 'Não dizer mais nada',

  // Questions without a good answer.
  unanswered: 'Perguntas sem resposta',
  unansweredCount: {
    one: '{count} sem resposta',
    many: '{count} sem resposta',
    other: '{count} sem resposta',
  },
  unansweredVisit:
    'Nada foi encontrado para estas perguntas, ou a resposta não ajudou. Elas são esquecidas quando você sai desta página. Salvas em um arquivo, podem ajudar o responsável por este site.',
  unansweredKept:
    'Nada foi encontrado para estas perguntas, ou a resposta não ajudou. Elas ficam guardadas apenas neste navegador. Salvas em um arquivo, podem ajudar o responsável por este site.',
  saveAs: 'Salvar como {format}',
  deleteAll: 'Excluir tudo',
  deleteOne: 'Excluir “{question}”',
  deleted: 'Excluído',

  // Notices.
  indexBroken: 'A pesquisa abrange só esta página: não é possível usar o índice do site.',
  wordsOnly: 'Os resultados são encontrados apenas pelas palavras.',
  inPage:
    'Não foi possível iniciar o processo de pesquisa nesta página: os resultados são encontrados apenas pelas palavras.',
  wordsOnlyYet:
    'Encontrado apenas pelas palavras: a pesquisa por significado ainda não está pronta.',
  strangeWords:
    'Algumas palavras da pergunta não aparecem neste site, e o modelo de pesquisa que talvez as conheça não está disponível: elas foram omitidas.',

  // Said elsewhere.
  abstention: 'Não foi encontrada uma resposta para esta pergunta neste site.',
  noEngineWanted: 'Este site cita suas páginas e não usa nenhum modelo de linguagem.',
  noEngine: 'Nenhum modelo de linguagem pode ser executado aqui.',
  sameSite: 'este site',
  licenceUnknown: 'desconhecida',
  readingPage: 'Lendo esta página',
  readingPassages: {
    one: 'Lendo esta página: {done} de {count} trecho',
    many: 'Lendo esta página: {done} de {count} de trechos',
    other: 'Lendo esta página: {done} de {count} trechos',
  },
  loadingSearch: 'Carregando o modelo de pesquisa: {done} de {total} MB',
  starting: 'Iniciando',
  startingModel: 'Iniciando o modelo',
  startingBrowserModel: 'Iniciando o modelo de linguagem do navegador',
  browserDownloads: 'O navegador está baixando o próprio modelo de linguagem',
  movingToGpu: 'Transferindo o modelo para a placa de vídeo',
  movingToGpuStep: 'Transferindo o modelo para a placa de vídeo: {done} de {total}',
  preparingGpu: 'Preparando a placa de vídeo',
  preparingGpuStep: 'Preparando a placa de vídeo: {done} de {total}',
  gpuReady: 'A placa de vídeo está pronta',
  warmingUp: 'Aquecendo o modelo',
  modelIsReady: 'O modelo está pronto',
  ready: 'Pronto',

  inspector: 'A requisição ao modelo de linguagem',

  errors: {
    'bad-option':
      'Uma configuração desta pesquisa está incorreta. O responsável pelo site precisa corrigi-la.',
    'bad-question': 'A pergunta está vazia ou é longa demais. Faça uma mais curta.',
    'bad-file': 'Não é possível ler um arquivo.',
    'bad-index':
      'Não é possível usar o índice de pesquisa do site. O responsável pelo site precisa recriá-lo.',
    'no-documents': 'Não há texto nesta página em que se possa pesquisar.',
    network: 'Não foi possível baixar um item. Verifique a conexão e tente novamente.',
    offline: 'Este dispositivo está off-line. Tente novamente quando houver rede.',
    stalled: 'O download não avança. Verifique a conexão e tente novamente.',
    'worker-failed':
      'Uma parte da pesquisa ou do modelo de linguagem foi encerrada. Tente novamente.',
    'model-not-found':
      'Um modelo necessário não está disponível aqui. Escolha outro ou avise o responsável pelo site.',
    'model-invalid':
      'Os arquivos do modelo estão danificados ou incompletos. Carregue o modelo novamente.',
    'no-webgpu':
      'Este navegador ou dispositivo não consegue executar o modelo de linguagem. Atualize o navegador ou use outro dispositivo.',
    'device-lost':
      'A placa de vídeo perdeu o modelo. Pergunte novamente para carregá-lo outra vez.',
    'quota-exceeded':
      'Não há espaço suficiente para o modelo. Libere espaço ou saia da navegação privada e tente novamente.',
    'storage-unavailable':
      'O navegador não permite que esta página guarde nada. Abra uma janela normal ou permita que este site armazene dados.',
    'insecure-context':
      'Esta página não foi carregada por https, o que é necessário para um modelo de linguagem. Abra o endereço https da página.',
    'load-interrupted':
      'Da última vez, a página foi encerrada enquanto o modelo era carregado, em geral por falta de memória. Feche outras abas ou escolha um modelo menor.',
    'runs-elsewhere':
      'O modelo de linguagem está em execução em outra aba deste site. Feche essa aba ou pergunte nela.',
    gibberish:
      'O que o modelo escreveu não fazia sentido. Pergunte com outras palavras ou escolha outro modelo.',
    'context-overflow':
      'A pergunta é longa demais para o modelo de linguagem. Faça uma mais curta.',
    'engine-failed': 'O modelo de linguagem falhou. Tente novamente ou escolha um modelo menor.',
    unexpected: 'Ocorreu um erro inesperado. Tente novamente.',
  },
};
