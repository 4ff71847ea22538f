import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Een vraag stellen over deze site',
  inputLabel: 'Je vraag',
  placeholder: 'Zoek of stel een vraag',
  ask: 'Vragen',
  close: 'Sluiten',
  loading: 'De zoekfunctie wordt geladen',
  loadFailed:
    'De zoekfunctie kon niet worden geladen. Controleer de verbinding en probeer het opnieuw.',
  retry: 'Opnieuw proberen',

  comma: ', ',
  copy: 'Kopiëren',
  stop: 'Stoppen',
  panelWidth: 'Breedte van het paneel',

  // What is happening.
  searching: 'Bezig met zoeken',
  reading: 'De beste passages worden gezocht',
  modelReads: '{model} leest de passages',
  writing: '{model} is aan het schrijven',
  checking: 'Het antwoord wordt met de bronnen vergeleken',
  answered: { one: 'Antwoord klaar, {count} bron', other: 'Antwoord klaar, {count} bronnen' },
  answeredByQuote: {
    one: 'Antwoord klaar, geciteerd van de pagina, {count} bron',
    other: 'Antwoord klaar, geciteerd van de pagina, {count} bronnen',
  },
  nothingFound: 'Geen antwoord gevonden',
  failed: 'Dat is niet gelukt',
  stopped: 'Gestopt.',

  // Results.
  idle: 'Typ om te zoeken, druk op Enter voor een antwoord.',
  results: { one: '{count} resultaat', other: '{count} resultaten' },
  noResults: 'Deze woorden staan op geen enkele pagina. Druk op Enter om het toch te vragen.',
  hits: 'Pagina’s',
  askRow: 'Vraag stellen: {question}',
  pageTop: 'Begin van de pagina',
  moreResults: 'Meest verwante passages',
  sources: 'Bronnen',
  source: 'Bron {number}: {title}',
  version: 'Versie {version}',

  // Questions to choose.
  recent: 'Eerder gevraagd',
  clearRecent: 'Wissen',
  suggestions: 'Vraag bijvoorbeeld',
  next: 'Vraag ook',

  // What is searched.
  scopes: 'Zoeken in',
  scopeAll: 'Alle pagina’s',
  scopePage: 'Deze pagina',
  abstentionPage: 'Op deze pagina is hierop geen antwoord gevonden.',
  abstentionSection: 'In dit gedeelte is hierop geen antwoord gevonden.',

  // The answer.
  quoted: 'Geciteerd van de pagina',
  quotedWords: 'Geciteerd van de pagina, gevonden door op woorden te zoeken',
  generatedHere:
    'Op dit apparaat geschreven door {model}. Controleer het aan de hand van de bronnen.',
  generatedAt: 'Geschreven door {model} ({origin}). Controleer het aan de hand van de bronnen.',
  knownHere:
    'Niet van deze site: op dit apparaat geschreven door {model} op basis van eigen kennis. Het kan onjuist zijn.',
  knownAt:
    'Niet van deze site: geschreven door {model} ({origin}) op basis van eigen kennis. Het kan onjuist zijn.',
  unfound: 'niet gevonden in de bronnen',
  absent: 'staat niet in de bronnen',
  absentNames: 'Niet in de bronnen: {names}',
  marks:
    'Gestippeld: niet gevonden in de bronnen. Doorgestreept: staat helemaal niet in de bronnen.',
  withdrawn:
    'Het meeste van wat {model} heeft geschreven, is niet in de bronnen gevonden en daarom weggelaten.',
  showAnyway: 'Toch tonen',
  writeAgain: 'Opnieuw schrijven',
  engineFailed: 'Het taalmodel kon geen antwoord geven: {why}',
  table: 'Tabel',
  copyCode: 'Code kopiëren',
  copied: 'Gekopieerd',
  selected: 'Geselecteerd',

  // What was done in a lesser way.
  meaningReady:
    'Dit antwoord is gevonden door alleen op woorden te zoeken. Zoeken op betekenis is nu beschikbaar.',
  modelReady: 'Het zoekmodel dat de weggelaten woorden misschien kent, is nu klaar.',
  askAgain: 'Opnieuw vragen',

  // The language model.
  offerTitle: 'Een taalmodel kan het antwoord op dit apparaat schrijven',
  offer:
    '{model}, {size}, eenmalig opgehaald van {origin} en alleen voor deze site bewaard. Je vragen blijven hier.',
  sizeUnknown: 'grootte onbekend',
  licence: 'Licentie: {licence}.',
  room: 'De browser laat deze site nog {free} opslaan.',
  chooseModel: 'Model',
  choice: '{model}: {size}',
  memory: '{size} geheugen',
  rate: { one: 'ongeveer {count} token per seconde', other: 'ongeveer {count} tokens per seconde' },
  download: '{size} downloaden',
  use: 'Laden',
  notNow: 'Niet nu',
  never: 'Nooit op deze site',
  loadingModel: '{model} wordt geladen',
  downloaded: '{done} van {total}',
  timeLeft: 'nog {time}',
  stalled: '{progress}. Er komt niets binnen. Er wordt een nieuwe poging gedaan.',
  pause: 'Pauzeren',
  paused: '{model} is gepauzeerd',
  keptSoFar: 'Wat al binnen is, blijft bewaard.',
  goOn: 'Doorgaan',
  models: 'Taalmodel',
  noModels: 'Er is geen taalmodel opgeslagen voor deze site.',
  modelWrites: '{model} schrijft hier de antwoorden.',
  modelRefused: 'Je wilde geen taalmodel op deze site.',
  offerAgain: 'Aanbod tonen',
  incomplete: 'onvolledig',
  from: 'van {origin}',
  deleteModel: '{model} verwijderen',
  delete: 'Verwijderen',

  // The foot, and what left the device.
  keyChoose: 'kiezen',
  keyAsk: 'vragen',
  keyOpen: 'openen',
  keyClose: 'sluiten',
  privacy: 'Beantwoord op dit apparaat. Er wordt niets verzonden.',
  ownParts: 'Beantwoord door een dienst die de beheerder van deze site heeft gekozen.',
  ownEngine:
    'De antwoorden worden geschreven door {origin}, gekozen door de beheerder van deze site.',
  leftTitle: 'Wat dit apparaat heeft verlaten',
  leftNowhere: 'Je vragen: die gaan nergens heen. Zoeken en antwoorden gebeurt hier.',
  leftToEngineAt:
    'Je vragen, met passages die ze beantwoorden: naar {origin}, gekozen door de beheerder van deze site.',
  leftToEngine:
    'Je vragen, met passages die ze beantwoorden: naar een model dat de beheerder van deze site heeft gekozen. Wat dat doorstuurt, is hier niet te zien.',
  leftToRetriever:
    'Je vragen: naar een zoekdienst die de beheerder van deze site heeft gekozen. Wat die doorstuurt, is hier niet te zien.',
  leftToBrowser:
    'De antwoorden worden geschreven door het eigen model van de browser. Wat de browser verzendt, is hier niet te zien.',
  keptHere:
    'Je laatste vragen en de antwoorden daarop worden in deze browser bewaard, alleen voor deze site, tot je ze wist.',
  fetched: 'Sinds deze pagina is geopend, zijn er bestanden opgehaald van:',
  fetchedNothing: 'Sinds deze pagina is geopend, is er niets opgehaald.',
  thisSite: 'deze site ({host})',
  requests: { one: '{count}\u00a0verzoek', other: '{count}\u00a0verzoeken' },
  fromCache: 'uit de cache van de browser',
  sizeUntold: 'de browser meldt de grootte niet',
  sizeAtLeast: '{size} plus wat de browser niet meldt',
  fetchPattern:
    'Geen enkel verzoek bevat een woord uit een vraag. Wat je ook vraagt, het zijn steeds dezelfde bestanden, op één geval na: bij een vraag met woorden die niet op deze site voorkomen, kan eenmalig een groter zoekmodel worden opgehaald.',
  fetchUnseen:
    'Een host waarvan iets wordt opgehaald, krijgt je netwerkadres, de tijd en de naam van deze site te zien, zoals bij elke pagina. Niet vermeld zijn wat de pagina zelf laadt of verzendt en een model dat een ander tabblad heeft opgehaald.',

  // The thread, and what can be done with an answer.
  earlier: 'Eerder in dit gesprek',
  actions: 'Dit antwoord',
  copyAnswer: 'Antwoord kopiëren',
  copyLink: 'Link naar deze vraag kopiëren',
  copyByHand:
    'De browser staat hier geen kopiëren toe. De tekst is geselecteerd: kopieer die zelf.',
  textToCopy: 'Tekst om te kopiëren',
  editQuestion: 'Vraag bewerken',
  editing: 'De volgende vraag vervangt “{question}” en wat daarna kwam, verdwijnt.',
  keepQuestion: 'Laten staan',
  clearThread: 'Gesprek wissen',
  cleared: 'Het gesprek is gewist.',
  done: 'Klaar',
  helpful: 'Dit hielp',
  notHelpful: 'Dit hielp niet',
  thanks: 'Bedankt.',
  takenBack: 'Je oordeel is ingetrokken.',
  whatWasWrong: 'Wat was er mis? Je hoeft het niet te zeggen.',
  reasonWrong: 'Het klopt niet',
  reasonIncomplete: 'Er ontbreekt iets',
  reasonOffTopic: 'Het beantwoordt een andere vraag',
  reasonOutdated: 'Het is verouderd',
  reasonUnclear: 'Het is moeilijk te begrijpen',
  comment: 'In je eigen woorden',
  toldNote: 'De site kan verzamelen wat je hier laat weten.',
  tell: 'Aan de site melden',
  dontTell: 'Het hierbij laten',

  // Questions without a good answer.
  unanswered: 'Vragen zonder antwoord',
  unansweredCount: { one: '{count} onbeantwoord', other: '{count} onbeantwoord' },
  unansweredVisit:
    'Voor deze vragen is niets gevonden, of het antwoord hielp niet. Ze worden vergeten als je deze pagina verlaat. Als bestand kunnen ze de beheerder van deze site helpen.',
  unansweredKept:
    'Voor deze vragen is niets gevonden, of het antwoord hielp niet. Ze worden alleen in deze browser bewaard. Als bestand kunnen ze de beheerder van deze site helpen.',
  saveAs: 'Opslaan als {format}',
  deleteAll: 'Alles verwijderen',
  deleteOne: '“{question}” verwijderen',
  deleted: 'Verwijderd',

  // Notices.
  indexBroken: 'Alleen deze pagina wordt doorzocht: de index van de site kan niet worden gebruikt.',
  wordsOnly: 'Er wordt alleen op woorden gezocht.',
  inPage: 'Het zoekproces kon op deze pagina niet starten: er wordt alleen op woorden gezocht.',
  wordsOnlyYet: 'Alleen op woorden gezocht: zoeken op betekenis is nog niet beschikbaar.',
  strangeWords:
    'Sommige woorden uit de vraag komen nergens op deze site voor, en het zoekmodel dat ze misschien kent, is niet beschikbaar: ze zijn weggelaten.',

  // Said elsewhere.
  abstention: 'Op deze site is hierop geen antwoord gevonden.',
  noEngineWanted: 'Deze site citeert uit de eigen pagina’s en gebruikt geen taalmodel.',
  noEngine: 'Hier kan geen taalmodel draaien.',
  sameSite: 'deze site',
  licenceUnknown: 'onbekend',
  readingPage: 'Deze pagina wordt gelezen',
  readingPassages: {
    one: 'Deze pagina wordt gelezen: {done} van {count} passage',
    other: 'Deze pagina wordt gelezen: {done} van {count} passages',
  },
  loadingSearch: 'Het zoekmodel wordt geladen: {done} van {total} MB',
  starting: 'Bezig met starten',
  startingModel: 'Het model wordt gestart',
  startingBrowserModel: 'Het taalmodel van de browser wordt gestart',
  browserDownloads: 'De browser downloadt zijn taalmodel',
  movingToGpu: 'Het model wordt naar de videokaart overgebracht',
  movingToGpuStep: 'Het model wordt naar de videokaart overgebracht: {done} van {total}',
  preparingGpu: 'De videokaart wordt voorbereid',
  preparingGpuStep: 'De videokaart wordt voorbereid: {done} van {total}',
  gpuReady: 'De videokaart is klaar',
  warmingUp: 'Het model wordt opgewarmd',
  modelIsReady: 'Het model is klaar',
  ready: 'Klaar',

  inspector: 'Het verzoek aan het taalmodel',

  errors: {
    'bad-option':
      'Een instelling van deze zoekfunctie is onjuist. De beheerder van de site moet die corrigeren.',
    'bad-question': 'De vraag is leeg of te lang. Stel een kortere vraag.',
    'bad-file': 'Een bestand kan niet worden gelezen.',
    'bad-index':
      'De zoekindex van de site kan niet worden gebruikt. De beheerder moet die opnieuw opbouwen.',
    'no-documents': 'Op deze pagina staat geen tekst die doorzocht kan worden.',
    network: 'Er kon iets niet worden opgehaald. Controleer de verbinding en probeer het opnieuw.',
    offline: 'Dit apparaat is offline. Probeer het opnieuw zodra er een netwerk is.',
    stalled:
      'De download komt niet verder. Controleer de verbinding en probeer het daarna opnieuw.',
    'worker-failed':
      'Een deel van de zoekfunctie of van het taalmodel is gestopt. Probeer het opnieuw.',
    'model-not-found':
      'Een model dat nodig is, is hier niet beschikbaar. Kies een ander model of meld het aan de beheerder van de site.',
    'model-invalid':
      'De bestanden van het model zijn beschadigd of onvolledig. Laad het model opnieuw.',
    'no-webgpu':
      'Deze browser of dit apparaat kan het taalmodel niet uitvoeren. Werk de browser bij of gebruik een ander apparaat.',
    'device-lost':
      'De videokaart is het model kwijtgeraakt. Stel de vraag opnieuw om het weer te laden.',
    'quota-exceeded':
      'Er is niet genoeg ruimte voor het model. Maak opslagruimte vrij of verlaat het privévenster en probeer het opnieuw.',
    'storage-unavailable':
      'De browser laat deze pagina niets opslaan. Open een gewoon venster of sta deze site toe gegevens op te slaan.',
    'insecure-context':
      'Deze pagina is niet via https geladen, en dat is nodig voor een taalmodel. Open het https-adres van de pagina.',
    'load-interrupted':
      'De vorige keer is de pagina beëindigd tijdens het laden van het model, meestal door te weinig geheugen. Sluit andere tabbladen of kies een kleiner model.',
    'runs-elsewhere':
      'Het taalmodel draait in een ander tabblad van deze site. Sluit dat tabblad of stel je vraag daar.',
    gibberish:
      'Wat het model schreef, was onzin. Stel de vraag in andere woorden of kies een ander model.',
    'context-overflow': 'De vraag is te lang voor het taalmodel. Stel een kortere vraag.',
    'engine-failed':
      'Er is een fout opgetreden in het taalmodel. Probeer het opnieuw of kies een kleiner model.',
    unexpected: 'Er is iets onverwachts misgegaan. Probeer het opnieuw.',
  },
};
