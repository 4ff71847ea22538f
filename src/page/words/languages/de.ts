import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Fragen zu dieser Website',
  inputLabel: 'Frage',
  placeholder: 'Suchen oder eine Frage stellen',
  ask: 'Fragen',
  close: 'Schließen',
  loading: 'Die Suche wird geladen',
  loadFailed: 'Die Suche konnte nicht geladen werden. Verbindung prüfen und erneut versuchen.',
  retry: 'Erneut versuchen',

  comma: ', ',
  copy: 'Kopieren',
  stop: 'Anhalten',

  searching: 'Suche läuft',
  reading: 'Die besten Stellen werden gesucht',
  modelReads: '{model} liest die Stellen',
  writing: '{model} schreibt',
  checking: 'Die Antwort wird mit den Quellen verglichen',
  answered: { one: 'Antwort fertig, {count} Quelle', other: 'Antwort fertig, {count} Quellen' },
  answeredByQuote: {
    one: 'Antwort fertig, von der Seite zitiert, {count} Quelle',
    other: 'Antwort fertig, von der Seite zitiert, {count} Quellen',
  },
  nothingFound: 'Keine Antwort gefunden',
  failed: 'Das hat nicht geklappt',
  stopped: 'Angehalten.',

  idle: 'Zum Suchen tippen, für eine Antwort die Eingabetaste drücken.',
  results: { one: '{count} Treffer', other: '{count} Treffer' },
  noResults: 'Keine Seite enthält diese Wörter. Mit der Eingabetaste trotzdem fragen.',
  hits: 'Seiten',
  moreResults: 'Ähnlichste Stellen',
  sources: 'Quellen',
  source: 'Quelle {number}: {title}',

  askRow: 'Fragen: {question}',
  pageTop: 'Anfang der Seite',
  panelWidth: 'Breite des Bereichs',
  version: 'Version {version}',
  recent: 'Zuvor gefragt',
  clearRecent: 'Löschen',
  suggestions: 'Mögliche Fragen',
  next: 'Als Nächstes fragen',

  scopes: 'Suchen in',
  scopeAll: 'Alle Seiten',
  scopePage: 'Diese Seite',

  quoted: 'Von der Seite zitiert',
  quotedWords: 'Von der Seite zitiert, anhand der Wörter gefunden',
  generatedHere: 'Auf diesem Gerät von {model} geschrieben. Bitte anhand der Quellen prüfen.',
  generatedAt: 'Von {model} geschrieben ({origin}). Bitte anhand der Quellen prüfen.',
  knownHere:
    'Nicht von dieser Website: auf diesem Gerät von {model} aus eigenem Wissen geschrieben. Es kann falsch sein.',
  knownAt:
    'Nicht von dieser Website: von {model} ({origin}) aus eigenem Wissen geschrieben. Es kann falsch sein.',
  unfound: 'in den Quellen nicht gefunden',
  absent: 'steht nicht in den Quellen',
  absentNames: 'Nicht in den Quellen: {names}',
  marks:
    'Gepunktet: in den Quellen nicht gefunden. Durchgestrichen: steht gar nicht in den Quellen.',
  withdrawn:
    'Das meiste, was {model} geschrieben hat, war in den Quellen nicht zu finden und ist deshalb weggelassen.',
  showAnyway: 'Trotzdem anzeigen',
  writeAgain: 'Neu schreiben',
  engineFailed: 'Das Sprachmodell konnte nicht antworten: {why}',
  table: 'Tabelle',
  copyCode: 'Code kopieren',
  copied: 'Kopiert',
  selected: 'Ausgewählt',

  meaningReady:
    'Diese Antwort wurde nur anhand der Wörter gefunden. Die Suche nach Bedeutung ist jetzt bereit.',
  modelReady: 'Das Suchmodell, das die ausgelassenen Wörter vielleicht kennt, ist jetzt bereit.',
  askAgain: 'Noch einmal fragen',

  offerTitle: 'Ein Sprachmodell kann die Antwort auf diesem Gerät schreiben',
  offer:
    '{model}, einmalig {size} von {origin}, nur für diese Website gespeichert. Die Fragen bleiben hier.',
  sizeUnknown: 'Größe unbekannt',
  licence: 'Lizenz: {licence}.',
  room: 'Der Browser lässt diese Website noch {free} speichern.',
  chooseModel: 'Modell',
  choice: '{model}: {size}',
  memory: '{size} Arbeitsspeicher',
  rate: { one: 'etwa {count} Token pro Sekunde', other: 'etwa {count} Token pro Sekunde' },
  download: '{size} herunterladen',
  use: 'Laden',
  notNow: 'Jetzt nicht',
  never: 'Nie auf dieser Website',
  loadingModel: '{model} wird geladen',
  downloaded: '{done} von {total}',
  timeLeft: 'noch {time}',
  stalled: '{progress}. Es kommt nichts an. Neuer Versuch läuft.',
  pause: 'Pause',
  paused: '{model} ist angehalten',
  keptSoFar: 'Was angekommen ist, bleibt gespeichert.',
  goOn: 'Fortsetzen',
  models: 'Sprachmodell',
  noModels: 'Für diese Website ist kein Sprachmodell gespeichert.',
  modelWrites: '{model} schreibt hier die Antworten.',
  modelRefused: 'Auf dieser Website war kein Sprachmodell gewünscht.',
  offerAgain: 'Angebot zeigen',
  incomplete: 'unvollständig',
  from: 'von {origin}',
  deleteModel: '{model} löschen',
  delete: 'Löschen',

  keyChoose: 'wählen',
  keyAsk: 'fragen',
  keyOpen: 'öffnen',
  keyClose: 'schließen',
  privacy: 'Auf diesem Gerät beantwortet. Nichts wird gesendet.',
  ownParts: 'Von einem Dienst beantwortet, den der Betreiber dieser Website gewählt hat.',
  ownEngine: 'Die Antworten schreibt {origin}, vom Betreiber dieser Website gewählt.',
  leftTitle: 'Was dieses Gerät verlassen hat',
  leftNowhere: 'Die Fragen: nirgendwohin. Sie werden hier gesucht und beantwortet.',
  leftToEngineAt:
    'Die Fragen, mit Stellen, die sie beantworten: an {origin}, vom Betreiber dieser Website gewählt.',
  leftToEngine:
    'Die Fragen, mit Stellen, die sie beantworten: an ein Modell, das der Betreiber dieser Website gewählt hat. Was es weitergibt, ist von hier aus nicht zu sehen.',
  leftToRetriever:
    'Die Fragen: an eine Suche, die der Betreiber dieser Website gewählt hat. Was sie weitergibt, ist von hier aus nicht zu sehen.',
  leftToBrowser:
    'Die Antworten schreibt das eigene Modell des Browsers. Was der Browser sendet, ist von hier aus nicht zu sehen.',
  fetched: 'Seit dem Öffnen dieser Seite wurden Dateien abgerufen von:',
  fetchedNothing: 'Seit dem Öffnen dieser Seite wurde nichts abgerufen.',
  thisSite: 'diese Website ({host})',
  requests: { one: '{count}\u00a0Abruf', other: '{count}\u00a0Abrufe' },
  fromCache: 'aus dem Zwischenspeicher des Browsers',
  sizeUntold: 'der Browser nennt die Größe nicht',
  sizeAtLeast: '{size} und mehr, was der Browser nicht nennt',
  fetchPattern:
    'Kein Abruf enthält ein Wort einer Frage. Es kommen immer dieselben Dateien, mit einer Ausnahme: Eine Frage, deren Wörter dieser Website fremd sind, kann einmalig ein größeres Suchmodell laden.',
  fetchUnseen:
    'Ein Host erfährt dabei, wie von jeder Seite, die Netzwerkadresse, die Uhrzeit und den Namen dieser Website. Nicht aufgeführt ist, was die Seite selbst lädt oder sendet, und ein Modell, das ein anderer Tab abgerufen hat.',

  abstentionPage: 'Auf dieser Seite war keine Antwort darauf zu finden.',
  abstentionSection: 'In diesem Abschnitt war keine Antwort darauf zu finden.',
  keptHere:
    'Die letzten Fragen und Antworten bleiben in diesem Browser gespeichert, nur für diese Website, bis sie gelöscht werden.',
  earlier: 'Früher in diesem Verlauf',
  actions: 'Diese Antwort',
  copyAnswer: 'Antwort kopieren',
  copyLink: 'Link zu dieser Frage kopieren',
  copyByHand:
    'Der Browser lässt hier nichts kopieren. Der Text ist ausgewählt: bitte von Hand kopieren.',
  textToCopy: 'Text zum Kopieren',
  editQuestion: 'Frage bearbeiten',
  editing: 'Die nächste Frage ersetzt „{question}“, und was danach kam, entfällt.',
  keepQuestion: 'Behalten',
  clearThread: 'Verlauf löschen',
  cleared: 'Der Verlauf ist gelöscht.',
  done: 'Fertig',
  helpful: 'Das hat geholfen',
  notHelpful: 'Das hat nicht geholfen',
  thanks: 'Danke.',
  takenBack: 'Die Bewertung ist zurückgenommen.',
  whatWasWrong: 'Was war nicht gut? Die Angabe ist freiwillig.',
  reasonWrong: 'Es ist falsch',
  reasonIncomplete: 'Es fehlt etwas',
  reasonOffTopic: 'Es beantwortet etwas anderes',
  reasonOutdated: 'Es ist veraltet',
  reasonUnclear: 'Es ist schwer zu verstehen',
  comment: 'In eigenen Worten',
  toldNote: 'Die Website kann sammeln, was ihr hier mitgeteilt wird.',
  tell: 'Der Website mitteilen',
  dontTell: 'Nichts weiter sagen',
  unanswered: 'Fragen ohne Antwort',
  unansweredCount: { one: '{count} unbeantwortet', other: '{count} unbeantwortet' },
  unansweredVisit:
    'Zu diesen Fragen wurde nichts gefunden, oder die Antwort half nicht. Beim Verlassen der Seite werden sie vergessen. Als Datei können sie dem Betreiber der Website helfen.',
  unansweredKept:
    'Zu diesen Fragen wurde nichts gefunden, oder die Antwort half nicht. Sie bleiben nur in diesem Browser gespeichert. Als Datei können sie dem Betreiber der Website helfen.',
  saveAs: 'Als {format} speichern',
  deleteAll: 'Alle löschen',
  deleteOne: '„{question}“ löschen',
  deleted: 'Gelöscht',

  inspector: 'Die Anfrage an das Sprachmodell',

  inPage:
    'Die Suche konnte auf dieser Seite nicht ganz starten: Treffer werden nur anhand der Wörter gefunden.',
  indexBroken: 'Nur diese Seite wird durchsucht: Der Suchindex der Website ist nicht verwendbar.',
  wordsOnly: 'Treffer werden nur anhand der Wörter gefunden.',
  wordsOnlyYet: 'Nur anhand der Wörter gefunden: Die Suche nach Bedeutung ist noch nicht bereit.',
  strangeWords:
    'Einige Wörter der Frage kommen auf dieser Website nicht vor, und das Suchmodell, das sie vielleicht kennt, ist nicht da: Sie wurden ausgelassen.',
  abstention: 'Auf dieser Website war keine Antwort darauf zu finden.',
  noEngineWanted: 'Diese Website zitiert ihre Seiten und verwendet kein Sprachmodell.',
  noEngine: 'Hier kann kein Sprachmodell laufen.',
  sameSite: 'dieser Website',
  licenceUnknown: 'unbekannt',
  readingPage: 'Diese Seite wird gelesen',
  readingPassages: {
    one: 'Diese Seite wird gelesen: {done} von {count} Stelle',
    other: 'Diese Seite wird gelesen: {done} von {count} Stellen',
  },
  loadingSearch: 'Das Suchmodell wird geladen: {done} von {total} MB',
  starting: 'Start',
  startingModel: 'Das Modell wird gestartet',
  startingBrowserModel: 'Das Sprachmodell des Browsers wird gestartet',
  browserDownloads: 'Der Browser lädt sein Sprachmodell herunter',
  movingToGpu: 'Das Modell wird auf die Grafikkarte übertragen',
  movingToGpuStep: 'Das Modell wird auf die Grafikkarte übertragen: {done} von {total}',
  preparingGpu: 'Die Grafikkarte wird vorbereitet',
  preparingGpuStep: 'Die Grafikkarte wird vorbereitet: {done} von {total}',
  gpuReady: 'Die Grafikkarte ist bereit',
  warmingUp: 'Das Modell läuft warm',
  modelIsReady: 'Das Modell ist bereit',
  ready: 'Bereit',

  errors: {
    'bad-option':
      'Eine Einstellung dieser Suche stimmt nicht. Der Betreiber der Website muss sie berichtigen.',
    'bad-question': 'Die Frage ist leer oder zu lang. Bitte eine kürzere stellen.',
    'bad-file': 'Eine Datei lässt sich nicht lesen.',
    'bad-index':
      'Der Suchindex der Website ist nicht verwendbar. Der Betreiber muss ihn neu erstellen.',
    'no-documents': 'Auf dieser Seite gibt es keinen Text, der sich durchsuchen ließe.',
    network: 'Etwas konnte nicht abgerufen werden. Verbindung prüfen und erneut versuchen.',
    offline: 'Dieses Gerät ist offline. Erneut versuchen, sobald es wieder ein Netz gibt.',
    stalled: 'Das Herunterladen kommt nicht voran. Verbindung prüfen, dann erneut versuchen.',
    'worker-failed': 'Ein Teil der Suche oder des Sprachmodells wurde beendet. Erneut versuchen.',
    'model-not-found':
      'Ein benötigtes Modell ist hier nicht verfügbar. Ein anderes wählen oder den Betreiber der Website informieren.',
    'model-invalid':
      'Die Dateien des Modells sind beschädigt oder unvollständig. Das Modell neu laden.',
    'no-webgpu':
      'Dieser Browser oder dieses Gerät kann das Sprachmodell nicht ausführen. Den Browser aktualisieren oder ein anderes Gerät verwenden.',
    'device-lost':
      'Die Grafikkarte hat das Modell verloren. Noch einmal fragen, um es neu zu laden.',
    'quota-exceeded':
      'Für das Modell ist nicht genug Platz. Speicherplatz freigeben oder das private Fenster verlassen, dann erneut versuchen.',
    'storage-unavailable':
      'Der Browser lässt diese Seite nichts speichern. Ein normales Fenster öffnen oder das Speichern für diese Website erlauben.',
    'insecure-context':
      'Diese Seite wurde nicht über https geladen, und nur dann läuft ein Sprachmodell. Die Seite über ihre https-Adresse öffnen.',
    'load-interrupted':
      'Die Seite wurde beim letzten Laden des Modells beendet, meist weil der Arbeitsspeicher nicht reichte. Andere Tabs schließen oder ein kleineres Modell wählen.',
    'runs-elsewhere':
      'Das Sprachmodell läuft in einem anderen Tab dieser Website. Diesen Tab schließen oder dort fragen.',
    gibberish:
      'Was das Modell geschrieben hat, ergab keinen Sinn. Anders fragen oder ein anderes Modell wählen.',
    'context-overflow': 'Die Frage ist zu lang für das Sprachmodell. Eine kürzere stellen.',
    'engine-failed':
      'Das Sprachmodell ist ausgefallen. Erneut versuchen oder ein kleineres Modell wählen.',
    unexpected: 'Etwas Unerwartetes ist schiefgegangen. Erneut versuchen.',
  },
};
