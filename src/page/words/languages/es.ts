import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Preguntar sobre este sitio',
  inputLabel: 'Tu pregunta',
  placeholder: 'Busca o haz una pregunta',
  ask: 'Preguntar',
  close: 'Cerrar',
  loading: 'Cargando la búsqueda',
  loadFailed: 'No se pudo cargar la búsqueda. Comprueba la conexión e inténtalo de nuevo.',
  retry: 'Reintentar',

  comma: ', ',
  copy: 'Copiar',
  stop: 'Detener',

  searching: 'Buscando',
  reading: 'Buscando los mejores pasajes',
  modelReads: '{model} lee los pasajes',
  writing: '{model} está escribiendo',
  checking: 'Comparando la respuesta con las fuentes',
  answered: {
    one: 'Respuesta lista, {count} fuente',
    many: 'Respuesta lista, {count} de fuentes',
    other: 'Respuesta lista, {count} fuentes',
  },
  answeredByQuote: {
    one: 'Respuesta lista, citada de la página, {count} fuente',
    many: 'Respuesta lista, citada de la página, {count} de fuentes',
    other: 'Respuesta lista, citada de la página, {count} fuentes',
  },
  nothingFound: 'No se encontró ninguna respuesta',
  failed: 'No ha funcionado',
  stopped: 'Detenido.',

  idle: 'Escribe para buscar, pulsa Intro para obtener una respuesta.',
  results: { one: '{count} resultado', many: '{count} de resultados', other: '{count} resultados' },
  noResults: 'Ninguna página contiene estas palabras. Pulsa Intro para preguntar de todos modos.',
  hits: 'Páginas',
  moreResults: 'Pasajes más cercanos',
  sources: 'Fuentes',
  source: 'Fuente {number}: {title}',

  askRow: 'Preguntar: {question}',
  pageTop: 'Principio de la página',
  panelWidth: 'Ancho del panel',
  version: 'Versión {version}',
  recent: 'Preguntas recientes',
  clearRecent: 'Borrar',
  suggestions: 'Podrías preguntar',
  next: 'Preguntar a continuación',

  scopes: 'Buscar en',
  scopeAll: 'Todas las páginas',
  scopePage: 'Esta página',

  quoted: 'Citado de la página',
  quotedWords: 'Citado de la página, encontrado por sus palabras',
  generatedHere: 'Escrito en este dispositivo por {model}. Compruébalo en las fuentes.',
  generatedAt: 'Escrito por {model} ({origin}). Compruébalo en las fuentes.',
  knownHere:
    'No procede de este sitio: escrito en este dispositivo por {model} a partir de lo que sabe. Puede ser erróneo.',
  knownAt:
    'No procede de este sitio: escrito por {model} ({origin}) a partir de lo que sabe. Puede ser erróneo.',
  unfound: 'no encontrado en las fuentes',
  absent: 'no está en las fuentes',
  absentNames: 'No está en las fuentes: {names}',
  marks: 'Punteado: no encontrado en las fuentes. Tachado: no está en absoluto en las fuentes.',
  withdrawn:
    'La mayor parte de lo que escribió {model} no se encontró en las fuentes, así que se ha omitido.',
  showAnyway: 'Mostrar lo que escribió',
  writeAgain: 'Escribir de nuevo',
  engineFailed: 'El modelo de lenguaje no pudo responder: {why}',
  table: 'Tabla',
  copyCode: 'Copiar código',
  copied: 'Copiado',
  selected: 'Seleccionado',

  meaningReady:
    'Esta respuesta se encontró solo por palabras. La búsqueda por significado ya está lista.',
  modelReady: 'El modelo de búsqueda, que quizá conozca las palabras omitidas, ya está listo.',
  askAgain: 'Preguntar de nuevo',

  offerTitle: 'Un modelo de lenguaje puede escribir la respuesta en este dispositivo',
  offer:
    '{model}, {size} una sola vez desde {origin}, guardado solo para este sitio. Tus preguntas se quedan aquí.',
  sizeUnknown: 'tamaño desconocido',
  licence: 'Licencia: {licence}.',
  room: 'El navegador permite a este sitio guardar {free} más.',
  chooseModel: 'Modelo',
  choice: '{model}: {size}',
  memory: '{size} de memoria',
  rate: {
    one: 'cerca de {count} token por segundo',
    many: 'cerca de {count} de tokens por segundo',
    other: 'cerca de {count} tokens por segundo',
  },
  download: 'Descargar {size}',
  use: 'Cargar',
  notNow: 'Ahora no',
  never: 'Nunca en este sitio',
  loadingModel: 'Cargando {model}',
  downloaded: '{done} de {total}',
  timeLeft: 'tiempo restante: {time}',
  stalled: '{progress}. No llega nada. Se está reintentando.',
  pause: 'Pausar',
  paused: '{model} está en pausa',
  keptSoFar: 'Lo que ha llegado se conserva.',
  goOn: 'Continuar',
  models: 'Modelo de lenguaje',
  noModels: 'No hay ningún modelo de lenguaje guardado para este sitio.',
  modelWrites: '{model} escribe aquí las respuestas.',
  modelRefused: 'No quisiste ningún modelo de lenguaje en este sitio.',
  offerAgain: 'Ver la oferta',
  incomplete: 'incompleto',
  from: 'desde {origin}',
  deleteModel: 'Eliminar {model}',
  delete: 'Eliminar',

  keyChoose: 'elegir',
  keyAsk: 'preguntar',
  keyOpen: 'abrir',
  keyClose: 'cerrar',
  privacy: 'Respondido en este dispositivo. No se envía nada.',
  ownParts: 'Respondido por un servicio que ha elegido el propietario de este sitio.',
  ownEngine: 'Las respuestas las escribe {origin}, elegido por el propietario de este sitio.',
  leftTitle: 'Lo que ha salido de este dispositivo',
  leftNowhere: 'Tus preguntas: a ningún sitio. Se buscan y se responden aquí.',
  leftToEngineAt:
    'Tus preguntas, con pasajes que las responden: a {origin}, elegido por el propietario de este sitio.',
  leftToEngine:
    'Tus preguntas, con pasajes que las responden: a un modelo elegido por el propietario de este sitio. Desde aquí no se puede ver qué reenvía.',
  leftToRetriever:
    'Tus preguntas: a una búsqueda elegida por el propietario de este sitio. Desde aquí no se puede ver qué reenvía.',
  leftToBrowser:
    'Las respuestas las escribe el modelo del propio navegador. Desde aquí no se puede ver qué envía el navegador.',
  fetched: 'Desde que se abrió esta página se han obtenido archivos de:',
  fetchedNothing: 'Desde que se abrió esta página no se ha obtenido nada.',
  thisSite: 'este sitio ({host})',
  requests: {
    one: '{count}\u00a0petición',
    many: '{count}\u00a0de peticiones',
    other: '{count}\u00a0peticiones',
  },
  fromCache: 'de la caché del navegador',
  sizeUntold: 'el navegador no indica el tamaño',
  sizeAtLeast: '{size} y más, que el navegador no indica',
  fetchPattern:
    'Ninguna petición contiene una palabra de una pregunta. Llegan siempre los mismos archivos, salvo en un caso: una pregunta cuyas palabras son ajenas a este sitio puede traer, una sola vez, un modelo de búsqueda más grande.',
  fetchUnseen:
    'Como con cualquier página, un servidor consultado conoce tu dirección de red, la hora y el nombre de este sitio. No figuran lo que la propia página carga o envía ni un modelo obtenido por otra pestaña.',

  abstentionPage: 'No se encontró una respuesta a esto en esta página.',
  abstentionSection: 'No se encontró una respuesta a esto en esta sección.',
  keptHere:
    'Tus últimas preguntas y sus respuestas se guardan en este navegador, solo para este sitio, hasta que las borres.',
  earlier: 'Antes en esta conversación',
  actions: 'Esta respuesta',
  copyAnswer: 'Copiar la respuesta',
  copyLink: 'Copiar un enlace a esta pregunta',
  copyByHand: 'El navegador no permite copiar aquí. El texto está seleccionado: cópialo a mano.',
  textToCopy: 'Texto para copiar',
  editQuestion: 'Editar la pregunta',
  editing: 'La próxima pregunta sustituirá a «{question}», y lo que venía después desaparecerá.',
  keepQuestion: 'Conservarla',
  clearThread: 'Borrar la conversación',
  cleared: 'La conversación se ha borrado.',
  done: 'Hecho',
  helpful: 'Me ha ayudado',
  notHelpful: 'No me ha ayudado',
  thanks: 'Gracias.',
  takenBack: 'Se ha retirado tu valoración.',
  whatWasWrong: '¿Qué estaba mal? No hace falta que lo digas.',
  reasonWrong: 'Es incorrecto',
  reasonIncomplete: 'Falta algo',
  reasonOffTopic: 'Responde a otra cosa',
  reasonOutdated: 'Está desactualizado',
  reasonUnclear: 'Cuesta entenderlo',
  comment: 'Con tus propias palabras',
  toldNote: 'El sitio puede recopilar lo que le cuentes aquí.',
  tell: 'Contárselo al sitio',
  dontTell: 'No decir más',
  unanswered: 'Preguntas sin respuesta',
  unansweredCount: {
    one: '{count} sin respuesta',
    many: '{count} sin respuesta',
    other: '{count} sin respuesta',
  },
  unansweredVisit:
    'No se encontró nada para estas preguntas, o la respuesta no ayudó. Se olvidan cuando sales de esta página. Como archivo pueden ayudar al propietario de este sitio.',
  unansweredKept:
    'No se encontró nada para estas preguntas, o la respuesta no ayudó. Se guardan solo en este navegador. Como archivo pueden ayudar al propietario de este sitio.',
  saveAs: 'Guardar como {format}',
  deleteAll: 'Borrar todo',
  deleteOne: 'Borrar «{question}»',
  deleted: 'Borrado',

  inspector: 'La petición al modelo de lenguaje',

  inPage:
    'La búsqueda no pudo iniciarse del todo en esta página: los resultados se encuentran solo por palabras.',
  indexBroken: 'Solo se busca en esta página: el índice de búsqueda del sitio no se puede usar.',
  wordsOnly: 'Los resultados se encuentran solo por palabras.',
  wordsOnlyYet: 'Encontrado solo por palabras: la búsqueda por significado aún no está lista.',
  strangeWords:
    'Algunas palabras de la pregunta no aparecen en este sitio, y el modelo de búsqueda que quizá las conozca no está disponible: se han omitido.',
  abstention: 'No se encontró una respuesta a esto en este sitio.',
  noEngineWanted: 'Este sitio cita sus páginas y no usa ningún modelo de lenguaje.',
  noEngine: 'Aquí no puede funcionar ningún modelo de lenguaje.',
  sameSite: 'este sitio',
  licenceUnknown: 'desconocida',
  readingPage: 'Leyendo esta página',
  readingPassages: {
    one: 'Leyendo esta página: {done} de {count} pasaje',
    many: 'Leyendo esta página: {done} de {count} de pasajes',
    other: 'Leyendo esta página: {done} de {count} pasajes',
  },
  loadingSearch: 'Cargando el modelo de búsqueda: {done} de {total} MB',
  starting: 'Iniciando',
  startingModel: 'Iniciando el modelo',
  startingBrowserModel: 'Iniciando el modelo de lenguaje del navegador',
  browserDownloads: 'El navegador descarga su modelo de lenguaje',
  movingToGpu: 'Pasando el modelo a la tarjeta gráfica',
  movingToGpuStep: 'Pasando el modelo a la tarjeta gráfica: {done} de {total}',
  preparingGpu: 'Preparando la tarjeta gráfica',
  preparingGpuStep: 'Preparando la tarjeta gráfica: {done} de {total}',
  gpuReady: 'La tarjeta gráfica está lista',
  warmingUp: 'Preparando el modelo',
  modelIsReady: 'El modelo está listo',
  ready: 'Listo',

  errors: {
    'bad-option':
      'Un ajuste de esta búsqueda es incorrecto. El propietario del sitio debe corregirlo.',
    'bad-question': 'La pregunta está vacía o es demasiado larga. Haz una más corta.',
    'bad-file': 'No se puede leer un archivo.',
    'bad-index':
      'El índice de búsqueda del sitio no se puede usar. El propietario debe crearlo de nuevo.',
    'no-documents': 'En esta página no hay texto en el que buscar.',
    network: 'No se pudo obtener un recurso. Comprueba la conexión e inténtalo de nuevo.',
    offline: 'Este dispositivo no tiene conexión. Inténtalo de nuevo cuando haya red.',
    stalled: 'La descarga no avanza. Comprueba la conexión e inténtalo de nuevo.',
    'worker-failed':
      'Una parte de la búsqueda o del modelo de lenguaje se detuvo. Inténtalo de nuevo.',
    'model-not-found':
      'Un modelo necesario no está disponible aquí. Elige otro o avisa al propietario del sitio.',
    'model-invalid': 'Los archivos del modelo están dañados o incompletos. Cárgalo de nuevo.',
    'no-webgpu':
      'Este navegador o dispositivo no puede ejecutar el modelo de lenguaje. Actualiza el navegador o usa otro dispositivo.',
    'device-lost': 'La tarjeta gráfica perdió el modelo. Pregunta de nuevo para volver a cargarlo.',
    'quota-exceeded':
      'No hay espacio suficiente para el modelo. Libera espacio en el disco o sal de la navegación privada e inténtalo de nuevo.',
    'storage-unavailable':
      'Este navegador no deja que la página guarde nada. Abre una ventana normal o permite que este sitio guarde datos.',
    'insecure-context':
      'Esta página no se sirvió por https, y solo así funciona un modelo de lenguaje. Abre la página por su dirección https.',
    'load-interrupted':
      'La página se cerró durante la última carga del modelo, casi siempre por falta de memoria. Cierra otras pestañas o elige un modelo más pequeño.',
    'runs-elsewhere':
      'El modelo de lenguaje funciona en otra pestaña de este sitio. Cierra esa pestaña o pregunta en ella.',
    gibberish:
      'Lo que escribió el modelo no tenía sentido. Pregunta con otras palabras o elige otro modelo.',
    'context-overflow':
      'La pregunta es demasiado larga para el modelo de lenguaje. Haz una más corta.',
    'engine-failed':
      'El modelo de lenguaje falló. Inténtalo de nuevo o elige un modelo más pequeño.',
    unexpected: 'Ha ocurrido un error inesperado. Inténtalo de nuevo.',
  },
};
