import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Fai una domanda su questo sito',
  inputLabel: 'La tua domanda',
  placeholder: 'Cerca o fai una domanda',
  ask: 'Chiedi',
  close: 'Chiudi',
  loading: 'Caricamento della ricerca',
  loadFailed: 'Non è stato possibile caricare la ricerca. Controlla la connessione e riprova.',
  retry: 'Riprova',

  comma: ', ',
  copy: 'Copia',
  stop: 'Interrompi',
  panelWidth: 'Larghezza del pannello',

  // What is happening.
  searching: 'Ricerca in corso',
  reading: 'Ricerca dei passaggi migliori',
  modelReads: '{model} legge i passaggi',
  writing: '{model} sta scrivendo',
  checking: 'Confronto della risposta con le fonti',
  answered: {
    one: 'Risposta pronta, {count} fonte',
    many: 'Risposta pronta, {count} di fonti',
    other: 'Risposta pronta, {count} fonti',
  },
  answeredByQuote: {
    one: 'Risposta pronta, citata dalla pagina, {count} fonte',
    many: 'Risposta pronta, citata dalla pagina, {count} di fonti',
    other: 'Risposta pronta, citata dalla pagina, {count} fonti',
  },
  nothingFound: 'Nessuna risposta trovata',
  failed: 'Qualcosa non ha funzionato',
  stopped: 'Interrotto.',

  // Results.
  idle: 'Scrivi per cercare, premi Invio per avere una risposta.',
  results: { one: '{count} risultato', many: '{count} di risultati', other: '{count} risultati' },
  noResults: 'Nessuna pagina contiene queste parole. Premi Invio per chiedere comunque.',
  hits: 'Pagine',
  askRow: 'Chiedi: {question}',
  pageTop: 'Inizio della pagina',
  moreResults: 'Passaggi più vicini alla domanda',
  sources: 'Fonti',
  source: 'Fonte {number}: {title}',
  version: 'Versione {version}',

  // Questions to choose.
  recent: 'Domande precedenti',
  clearRecent: 'Cancella',
  suggestions: 'Potresti chiedere',
  next: 'Chiedi anche',

  // What is searched.
  scopes: 'Cerca in',
  scopeAll: 'Tutte le pagine',
  scopePage: 'Questa pagina',
  abstentionPage: 'In questa pagina non è stata trovata una risposta a questa domanda.',
  abstentionSection: 'In questa sezione non è stata trovata una risposta a questa domanda.',

  // The answer.
  quoted: 'Citato dalla pagina',
  quotedWords: 'Citato dalla pagina, trovato in base alle parole',
  generatedHere: 'Scritto su questo dispositivo da {model}. Da verificare nelle fonti.',
  generatedAt: 'Scritto da {model} ({origin}). Da verificare nelle fonti.',
  knownHere:
    'Non proviene da questo sito: scritto su questo dispositivo da {model} in base a ciò che sa. Può essere sbagliato.',
  knownAt:
    'Non proviene da questo sito: scritto da {model} ({origin}) in base a ciò che sa. Può essere sbagliato.',
  unfound: 'non trovato nelle fonti',
  absent: 'assente dalle fonti',
  absentNames: 'Assente dalle fonti: {names}',
  marks: 'Punteggiato: non trovato nelle fonti. Barrato: del tutto assente dalle fonti.',
  withdrawn:
    'La maggior parte di ciò che {model} ha scritto non è stata trovata nelle fonti, perciò il testo non viene mostrato.',
  showAnyway: 'Mostra comunque',
  writeAgain: 'Riscrivi',
  engineFailed: 'Il modello linguistico non è riuscito a rispondere: {why}',
  table: 'Tabella',
  copyCode: 'Copia il codice',
  copied: 'Copiato',
  selected: 'Selezionato',

  // What was done in a lesser way.
  meaningReady:
    'Questa risposta è stata trovata solo in base alle parole. Ora la ricerca per significato è pronta.',
  modelReady: 'Ora è pronto il modello di ricerca che forse conosce le parole tralasciate.',
  askAgain: 'Chiedi di nuovo',

  // The language model.
  offerTitle: 'Un modello linguistico può scrivere la risposta su questo dispositivo',
  offer:
    '{model}, {size}, scaricato una sola volta da {origin} e conservato solo per questo sito. Le tue domande restano qui.',
  sizeUnknown: 'dimensione sconosciuta',
  licence: 'Licenza: {licence}.',
  room: 'Il browser consente a questo sito di conservare ancora {free}.',
  chooseModel: 'Modello',
  choice: '{model}: {size}',
  memory: '{size} di memoria',
  rate: {
    one: 'circa {count} token al secondo',
    many: 'circa {count} di token al secondo',
    other: 'circa {count} token al secondo',
  },
  download: 'Scarica {size}',
  use: 'Carica',
  notNow: 'Non ora',
  never: 'Mai su questo sito',
  loadingModel: 'Caricamento di {model}',
  downloaded: '{done} di {total}',
  timeLeft: 'ancora {time}',
  stalled: '{progress}. Non arriva nulla. Nuovo tentativo in corso.',
  pause: 'Sospendi',
  paused: '{model} è in pausa',
  keptSoFar: 'Ciò che è già arrivato viene conservato.',
  goOn: 'Riprendi',
  models: 'Modello linguistico',
  noModels: 'Per questo sito non è salvato alcun modello linguistico.',
  modelWrites: '{model} scrive qui le risposte.',
  modelRefused: 'Hai scelto di non avere un modello linguistico su questo sito.',
  offerAgain: 'Mostra la proposta',
  incomplete: 'incompleto',
  from: 'da {origin}',
  deleteModel: 'Elimina {model}',
  delete: 'Elimina',

  // The foot, and what left the device.
  keyChoose: 'scegli',
  keyAsk: 'chiedi',
  keyOpen: 'apri',
  keyClose: 'chiudi',
  privacy: 'Risposte elaborate su questo dispositivo. Non viene inviato nulla.',
  ownParts: 'Risponde un servizio scelto dal gestore di questo sito.',
  ownEngine: 'Le risposte sono scritte da {origin}, scelto dal gestore di questo sito.',
  leftTitle: 'Che cosa è uscito da questo dispositivo',
  leftNowhere: 'Le tue domande: non vanno da nessuna parte. Ricerca e risposta avvengono qui.',
  leftToEngineAt:
    'Le tue domande, con i passaggi che vi rispondono: verso {origin}, scelto dal gestore di questo sito.',
  leftToEngine:
    'Le tue domande, con i passaggi che vi rispondono: verso un modello scelto dal gestore di questo sito. Ciò che il modello trasmette ad altri non è visibile da qui.',
  leftToRetriever:
    'Le tue domande: verso un servizio di ricerca scelto dal gestore di questo sito. Ciò che il servizio trasmette ad altri non è visibile da qui.',
  leftToBrowser:
    'Le risposte sono scritte dal modello del browser. Ciò che il browser invia non è visibile da qui.',
  keptHere:
    'Le tue ultime domande e le relative risposte sono conservate in questo browser, solo per questo sito, finché non le cancelli.',
  fetched: 'Dall’apertura di questa pagina sono stati scaricati file da:',
  fetchedNothing: 'Dall’apertura di questa pagina non è stato scaricato nulla.',
  thisSite: 'questo sito ({host})',
  requests: {
    one: '{count}\u00a0richiesta',
    many: '{count}\u00a0di richieste',
    other: '{count}\u00a0richieste',
  },
  fromCache: 'dalla cache del browser',
  sizeUntold: 'il browser non indica la dimensione',
  sizeAtLeast: '{size} più altro che il browser non indica',
  fetchPattern:
    'Nessuna richiesta contiene parole di una domanda. I file sono sempre gli stessi, qualunque cosa tu chieda, tranne in un caso: una domanda con parole estranee a questo sito può far scaricare, una sola volta, un modello di ricerca più grande.',
  fetchUnseen:
    'Un host contattato viene a conoscenza del tuo indirizzo di rete, dell’ora e del nome di questo sito, come per qualsiasi pagina. Non sono elencati ciò che la pagina stessa carica o invia né un modello scaricato da un’altra scheda.',

  // The thread, and what can be done with an answer.
  earlier: 'In precedenza in questa conversazione',
  actions: 'Questa risposta',
  copyAnswer: 'Copia la risposta',
  copyLink: 'Copia un link a questa domanda',
  copyByHand:
    'Qui il browser non permette di copiare. Il testo è selezionato: copialo manualmente.',
  textToCopy: 'Testo da copiare',
  editQuestion: 'Modifica la domanda',
  editing:
    'La prossima domanda prende il posto di «{question}» e ciò che è venuto dopo viene rimosso.',
  keepQuestion: 'Lascia com’è',
  clearThread: 'Cancella la conversazione',
  cleared: 'La conversazione è stata cancellata.',
  done: 'Fine',
  helpful: 'È stata utile',
  notHelpful: 'Non è stata utile',
  thanks: 'Grazie.',
  takenBack: 'Il tuo giudizio è stato ritirato.',
  whatWasWrong: 'Che cosa non andava? Dirlo è facoltativo.',
  reasonWrong: 'È sbagliata',
  reasonIncomplete: 'Manca qualcosa',
  reasonOffTopic: 'Risponde ad altro',
  reasonOutdated: 'Non è aggiornata',
  reasonUnclear: 'È difficile da capire',
  comment: 'Con parole tue',
  toldNote: 'Il sito può raccogliere ciò che comunichi qui.',
  tell: 'Comunica al sito',
  dontTell: 'Non aggiungere altro',

  // Questions without a good answer.
  unanswered: 'Domande senza risposta',
  unansweredCount: {
    one: '{count} senza risposta',
    many: '{count} senza risposta',
    other: '{count} senza risposta',
  },
  unansweredVisit:
    'Per queste domande non è stato trovato nulla oppure la risposta non è stata utile. Vengono dimenticate quando lasci questa pagina. Salvate in un file, possono aiutare il gestore di questo sito.',
  unansweredKept:
    'Per queste domande non è stato trovato nulla oppure la risposta non è stata utile. Sono conservate solo in questo browser. Salvate in un file, possono aiutare il gestore di questo sito.',
  saveAs: 'Salva come {format}',
  deleteAll: 'Elimina tutto',
  deleteOne: 'Elimina «{question}»',
  deleted: 'Eliminato',

  // Notices.
  indexBroken:
    'La ricerca riguarda solo questa pagina: l’indice del sito non può essere utilizzato.',
  wordsOnly: 'I risultati vengono trovati solo in base alle parole.',
  inPage:
    'Il processo di ricerca non si è avviato in questa pagina: i risultati vengono trovati solo in base alle parole.',
  wordsOnlyYet: 'Trovato solo in base alle parole: la ricerca per significato non è ancora pronta.',
  strangeWords:
    'Alcune parole della domanda non compaiono in questo sito e il modello di ricerca che forse le conosce non è disponibile: sono state tralasciate.',

  // Said elsewhere.
  abstention: 'In questo sito non è stata trovata una risposta a questa domanda.',
  noEngineWanted: 'Questo sito cita le proprie pagine e non usa alcun modello linguistico.',
  noEngine: 'Qui non può funzionare alcun modello linguistico.',
  sameSite: 'questo sito',
  licenceUnknown: 'sconosciuta',
  readingPage: 'Lettura di questa pagina',
  readingPassages: {
    one: 'Lettura di questa pagina: {done} di {count} passaggio',
    many: 'Lettura di questa pagina: {done} di {count} di passaggi',
    other: 'Lettura di questa pagina: {done} di {count} passaggi',
  },
  loadingSearch: 'Caricamento del modello di ricerca: {done} di {total} MB',
  starting: 'Avvio in corso',
  startingModel: 'Avvio del modello',
  startingBrowserModel: 'Avvio del modello linguistico del browser',
  browserDownloads: 'Il browser sta scaricando il suo modello linguistico',
  movingToGpu: 'Trasferimento del modello alla scheda grafica',
  movingToGpuStep: 'Trasferimento del modello alla scheda grafica: {done} di {total}',
  preparingGpu: 'Preparazione della scheda grafica',
  preparingGpuStep: 'Preparazione della scheda grafica: {done} di {total}',
  gpuReady: 'La scheda grafica è pronta',
  warmingUp: 'Riscaldamento del modello',
  modelIsReady: 'Il modello è pronto',
  ready: 'Pronto',

  inspector: 'La richiesta al modello linguistico',

  errors: {
    'bad-option':
      'Un’impostazione di questa ricerca è sbagliata. Il gestore del sito deve correggerla.',
    'bad-question': 'La domanda è vuota o troppo lunga. Fanne una più breve.',
    'bad-file': 'Un file non può essere letto.',
    'bad-index':
      'L’indice di ricerca del sito non può essere utilizzato. Il gestore del sito deve ricrearlo.',
    'no-documents': 'In questa pagina non c’è testo in cui cercare.',
    network: 'Non è stato possibile scaricare un elemento. Controlla la connessione e riprova.',
    offline: 'Questo dispositivo è offline. Riprova quando la rete è disponibile.',
    stalled: 'Il download non procede. Controlla la connessione, poi riprova.',
    'worker-failed': 'Una parte della ricerca o del modello linguistico si è interrotta. Riprova.',
    'model-not-found':
      'Un modello necessario non è disponibile qui. Scegline un altro o avvisa il gestore del sito.',
    'model-invalid':
      'I file del modello sono danneggiati o incompleti. Carica di nuovo il modello.',
    'no-webgpu':
      'Questo browser o dispositivo non può eseguire il modello linguistico. Aggiorna il browser o usa un altro dispositivo.',
    'device-lost': 'La scheda grafica ha perso il modello. Chiedi di nuovo per ricaricarlo.',
    'quota-exceeded':
      'Non c’è spazio sufficiente per il modello. Libera spazio o esci dalla navigazione privata, poi riprova.',
    'storage-unavailable':
      'Il browser non permette a questa pagina di conservare dati. Apri una finestra normale o consenti a questo sito di salvare dati.',
    'insecure-context':
      'Questa pagina non è stata caricata tramite https, necessario per un modello linguistico. Apri il suo indirizzo https.',
    'load-interrupted':
      'L’ultima volta la pagina si è chiusa durante il caricamento del modello, di solito per mancanza di memoria. Chiudi altre schede o scegli un modello più piccolo.',
    'runs-elsewhere':
      'Il modello linguistico è attivo in un’altra scheda di questo sito. Chiudi quella scheda o fai lì la domanda.',
    gibberish:
      'Ciò che il modello ha scritto non aveva senso. Chiedi con altre parole o scegli un altro modello.',
    'context-overflow':
      'La domanda è troppo lunga per il modello linguistico. Fanne una più breve.',
    'engine-failed':
      'Il modello linguistico ha avuto un errore. Riprova o scegli un modello più piccolo.',
    unexpected: 'Si è verificato un errore imprevisto. Riprova.',
  },
};
