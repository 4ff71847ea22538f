import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Zapytaj o tę witrynę',
  inputLabel: 'Pytanie',
  placeholder: 'Wyszukaj lub zadaj pytanie',
  ask: 'Zapytaj',
  close: 'Zamknij',
  loading: 'Ładowanie wyszukiwarki',
  loadFailed: 'Nie udało się załadować wyszukiwarki. Sprawdź połączenie i spróbuj ponownie.',
  retry: 'Spróbuj ponownie',

  comma: ', ',
  copy: 'Kopiuj',
  stop: 'Zatrzymaj',
  panelWidth: 'Szerokość panelu',

  // What is happening.
  searching: 'Trwa wyszukiwanie',
  reading: 'Wybieranie najlepszych fragmentów',
  modelReads: '{model} czyta fragmenty',
  writing: '{model} pisze odpowiedź',
  checking: 'Porównywanie odpowiedzi ze źródłami',
  answered: {
    one: 'Odpowiedź gotowa, {count} źródło',
    few: 'Odpowiedź gotowa, {count} źródła',
    many: 'Odpowiedź gotowa, {count} źródeł',
    other: 'Odpowiedź gotowa, {count} źródła',
  },
  answeredByQuote: {
    one: 'Odpowiedź gotowa, cytat ze strony, {count} źródło',
    few: 'Odpowiedź gotowa, cytat ze strony, {count} źródła',
    many: 'Odpowiedź gotowa, cytat ze strony, {count} źródeł',
    other: 'Odpowiedź gotowa, cytat ze strony, {count} źródła',
  },
  nothingFound: 'Nie znaleziono odpowiedzi',
  failed: 'Nie udało się',
  stopped: 'Zatrzymano.',

  // Results.
  idle: 'Wpisz tekst, aby wyszukać. Naciśnij Enter, aby uzyskać odpowiedź.',
  results: {
    one: '{count} wynik',
    few: '{count} wyniki',
    many: '{count} wyników',
    other: '{count} wyniku',
  },
  noResults: 'Żadna strona nie zawiera tych słów. Naciśnij Enter, aby mimo to zapytać.',
  hits: 'Strony',
  askRow: 'Zapytaj: {question}',
  pageTop: 'Początek strony',
  moreResults: 'Fragmenty najbliższe pytaniu',
  sources: 'Źródła',
  source: 'Źródło {number}: {title}',
  version: 'Wersja {version}',

  // Questions to choose.
  recent: 'Wcześniejsze pytania',
  clearRecent: 'Wyczyść',
  suggestions: 'Możesz zapytać',
  next: 'O co zapytać dalej',

  // What is searched.
  scopes: 'Gdzie szukać',
  scopeAll: 'Wszystkie strony',
  scopePage: 'Ta strona',
  abstentionPage: 'Na tej stronie nie udało się znaleźć odpowiedzi na to pytanie.',
  abstentionSection: 'W tej sekcji nie udało się znaleźć odpowiedzi na to pytanie.',

  // The answer.
  quoted: 'Cytat ze strony',
  quotedWords: 'Cytat ze strony, znaleziony na podstawie słów',
  generatedHere: 'Napisane na tym urządzeniu przez model {model}. Sprawdź w źródłach.',
  generatedAt: 'Napisane przez model {model} ({origin}). Sprawdź w źródłach.',
  knownHere:
    'Spoza tej witryny: napisane na tym urządzeniu przez model {model} na podstawie jego własnej wiedzy. Może zawierać błędy.',
  knownAt:
    'Spoza tej witryny: napisane przez model {model} ({origin}) na podstawie jego własnej wiedzy. Może zawierać błędy.',
  unfound: 'nie znaleziono w źródłach',
  absent: 'brak w źródłach',
  absentNames: 'Brak w źródłach: {names}',
  marks:
    'Podkreślone kropkami: nie znaleziono w źródłach. Przekreślone: w ogóle nie występuje w źródłach.',
  withdrawn:
    'Większości tego, co napisał model {model}, nie znaleziono w źródłach, dlatego tekst pominięto.',
  showAnyway: 'Pokaż ten tekst',
  writeAgain: 'Napisz ponownie',
  engineFailed: 'Model językowy nie mógł odpowiedzieć: {why}',
  table: 'Tabela',
  copyCode: 'Kopiuj kod',
  copied: 'Skopiowano',
  selected: 'Zaznaczono',

  // What was done in a lesser way.
  meaningReady:
    'Tę odpowiedź znaleziono tylko na podstawie słów. Wyszukiwanie według znaczenia jest już gotowe.',
  modelReady: 'Model wyszukiwania, który może znać pominięte słowa, jest już gotowy.',
  askAgain: 'Zapytaj ponownie',

  // The language model.
  offerTitle: 'Model językowy może napisać odpowiedź na tym urządzeniu',
  offer:
    '{model}, {size}: pobierany raz z {origin} i przechowywany tylko dla tej witryny. Pytania pozostają na tym urządzeniu.',
  sizeUnknown: 'rozmiar nieznany',
  licence: 'Licencja: {licence}.',
  room: 'Przeglądarka pozwala tej witrynie zapisać jeszcze {free}.',
  chooseModel: 'Model',
  choice: '{model}: {size}',
  memory: '{size} pamięci',
  rate: {
    one: 'około {count} tokena na sekundę',
    few: 'około {count} tokenów na sekundę',
    many: 'około {count} tokenów na sekundę',
    other: 'około {count} tokena na sekundę',
  },
  download: 'Pobierz {size}',
  use: 'Załaduj',
  notNow: 'Nie teraz',
  never: 'Nigdy w tej witrynie',
  loadingModel: 'Ładowanie modelu {model}',
  downloaded: '{done} z {total}',
  timeLeft: 'jeszcze {time}',
  stalled: '{progress}. Dane nie napływają. Trwa ponowna próba.',
  pause: 'Wstrzymaj',
  paused: 'Pobieranie modelu {model} jest wstrzymane',
  keptSoFar: 'Pobrana część jest zachowana.',
  goOn: 'Wznów',
  models: 'Model językowy',
  noModels: 'Dla tej witryny nie zapisano żadnego modelu językowego.',
  modelWrites: 'Odpowiedzi pisze tu {model}.',
  modelRefused: 'W tej witrynie zrezygnowano z modelu językowego.',
  offerAgain: 'Pokaż propozycję',
  incomplete: 'niekompletny',
  from: 'z {origin}',
  deleteModel: 'Usuń model {model}',
  delete: 'Usuń',

  // The foot, and what left the device.
  keyChoose: 'wybierz',
  keyAsk: 'zapytaj',
  keyOpen: 'otwórz',
  keyClose: 'zamknij',
  privacy: 'Odpowiedzi powstają na tym urządzeniu. Nic nie jest wysyłane.',
  ownParts: 'Odpowiada usługa wybrana przez właściciela tej witryny.',
  ownEngine: 'Odpowiedzi pisze {origin}, usługa wybrana przez właściciela tej witryny.',
  leftTitle: 'Co opuściło to urządzenie',
  leftNowhere: 'Pytania nie są nigdzie wysyłane: wyszukiwanie i odpowiadanie odbywa się tutaj.',
  leftToEngineAt:
    'Pytania i fragmenty, które na nie odpowiadają, są wysyłane do {origin}, usługi wybranej przez właściciela tej witryny.',
  leftToEngine:
    'Pytania i fragmenty, które na nie odpowiadają, trafiają do modelu wybranego przez właściciela tej witryny. Stąd nie widać, co model przesyła dalej.',
  leftToRetriever:
    'Pytania trafiają do wyszukiwarki wybranej przez właściciela tej witryny. Stąd nie widać, co wyszukiwarka przesyła dalej.',
  leftToBrowser:
    'Odpowiedzi pisze własny model przeglądarki. Stąd nie widać, co przeglądarka wysyła.',
  keptHere:
    'Ostatnie pytania i odpowiedzi na nie są przechowywane w tej przeglądarce, tylko dla tej witryny, dopóki ich nie usuniesz.',
  fetched: 'Adresy, z których od otwarcia tej strony pobrano pliki:',
  fetchedNothing: 'Od otwarcia tej strony niczego nie pobrano.',
  thisSite: 'ta witryna ({host})',
  requests: {
    one: '{count}\u00a0żądanie',
    few: '{count}\u00a0żądania',
    many: '{count}\u00a0żądań',
    other: '{count}\u00a0żądania',
  },
  fromCache: 'z pamięci podręcznej przeglądarki',
  sizeUntold: 'przeglądarka nie podaje rozmiaru',
  sizeAtLeast: '{size} i dane, których rozmiaru przeglądarka nie podaje',
  fetchPattern:
    'Żadne żądanie nie zawiera ani jednego słowa z pytania. Niezależnie od pytania pobierane są te same pliki, z jednym wyjątkiem: pytanie, którego słowa są obce tej witrynie, może spowodować jednorazowe pobranie większego modelu wyszukiwania.',
  fetchUnseen:
    'Serwer, do którego trafia żądanie, poznaje adres sieciowy, czas i nazwę tej witryny, tak jak przy każdej stronie. Lista nie obejmuje tego, co wczytuje lub wysyła sama strona, ani modelu pobranego w innej karcie.',

  // The thread, and what can be done with an answer.
  earlier: 'Wcześniej w tej rozmowie',
  actions: 'Ta odpowiedź',
  copyAnswer: 'Kopiuj odpowiedź',
  copyLink: 'Kopiuj link do tego pytania',
  copyByHand: 'Przeglądarka nie pozwala tu kopiować. Tekst jest zaznaczony: skopiuj go ręcznie.',
  textToCopy: 'Tekst do skopiowania',
  editQuestion: 'Edytuj pytanie',
  editing: 'Następne pytanie zastąpi „{question}”, a wszystko, co było po nim, zniknie.',
  keepQuestion: 'Pozostaw bez zmian',
  clearThread: 'Wyczyść rozmowę',
  cleared: 'Rozmowa jest wyczyszczona.',
  done: 'Gotowe',
  helpful: 'Pomogło',
  notHelpful: 'Nie pomogło',
  thanks: 'Dziękujemy.',
  takenBack: 'Ocena została cofnięta.',
  whatWasWrong: 'Co było nie tak? Odpowiedź nie jest konieczna.',
  reasonWrong: 'Zawiera błąd',
  reasonIncomplete: 'Czegoś brakuje',
  reasonOffTopic: 'Dotyczy czegoś innego',
  reasonOutdated: 'Jest nieaktualna',
  reasonUnclear: 'Trudno ją zrozumieć',
  comment: 'Własnymi słowami',
  toldNote: 'Witryna może gromadzić to, co jej tu przekażesz.',
  tell: 'Przekaż witrynie',
  dontTell: 'Nie przekazuj',

  // Questions without a good answer.
  unanswered: 'Pytania bez odpowiedzi',
  unansweredCount: {
    one: '{count} bez odpowiedzi',
    few: '{count} bez odpowiedzi',
    many: '{count} bez odpowiedzi',
    other: '{count} bez odpowiedzi',
  },
  unansweredVisit:
    'Dla tych pytań niczego nie znaleziono albo odpowiedź nie pomogła. Znikną po opuszczeniu tej strony. Zapisane w pliku mogą pomóc właścicielowi tej witryny.',
  unansweredKept:
    'Dla tych pytań niczego nie znaleziono albo odpowiedź nie pomogła. Są przechowywane tylko w tej przeglądarce. Zapisane w pliku mogą pomóc właścicielowi tej witryny.',
  saveAs: 'Zapisz jako {format}',
  deleteAll: 'Usuń wszystkie',
  deleteOne: 'Usuń „{question}”',
  deleted: 'Usunięto',

  // Notices.
  indexBroken: 'Przeszukiwana jest tylko ta strona: indeksu witryny nie można użyć.',
  wordsOnly: 'Wyniki są znajdowane tylko na podstawie słów.',
  inPage:
    'Na tej stronie nie udało się uruchomić wyszukiwania w tle: wyniki są znajdowane tylko na podstawie słów.',
  wordsOnlyYet:
    'Znaleziono tylko na podstawie słów: wyszukiwanie według znaczenia nie jest jeszcze gotowe.',
  strangeWords:
    'Niektóre słowa pytania nie występują w tej witrynie, a model wyszukiwania, który może je znać, jest niedostępny: te słowa pominięto.',

  // Said elsewhere.
  abstention: 'W tej witrynie nie udało się znaleźć odpowiedzi na to pytanie.',
  noEngineWanted: 'Ta witryna cytuje swoje strony i nie używa modelu językowego.',
  noEngine: 'Nie można tu uruchomić modelu językowego.',
  sameSite: 'tej witryny',
  licenceUnknown: 'nieznana',
  readingPage: 'Czytanie tej strony',
  readingPassages: {
    one: 'Czytanie tej strony: {done} z {count} fragmentu',
    few: 'Czytanie tej strony: {done} z {count} fragmentów',
    many: 'Czytanie tej strony: {done} z {count} fragmentów',
    other: 'Czytanie tej strony: {done} z {count} fragmentu',
  },
  loadingSearch: 'Ładowanie modelu wyszukiwania: {done} z {total} MB',
  starting: 'Uruchamianie',
  startingModel: 'Uruchamianie modelu',
  startingBrowserModel: 'Uruchamianie modelu językowego przeglądarki',
  browserDownloads: 'Przeglądarka pobiera swój model językowy',
  movingToGpu: 'Przenoszenie modelu na kartę graficzną',
  movingToGpuStep: 'Przenoszenie modelu na kartę graficzną: {done} z {total}',
  preparingGpu: 'Przygotowywanie karty graficznej',
  preparingGpuStep: 'Przygotowywanie karty graficznej: {done} z {total}',
  gpuReady: 'Karta graficzna jest gotowa',
  warmingUp: 'Rozgrzewanie modelu',
  modelIsReady: 'Model jest gotowy',
  ready: 'Gotowe',

  inspector: 'Żądanie do modelu językowego',

  errors: {
    'bad-option':
      'Jedno z ustawień wyszukiwarki jest nieprawidłowe. Musi je poprawić właściciel witryny.',
    'bad-question': 'Pytanie jest puste lub zbyt długie. Zadaj krótsze.',
    'bad-file': 'Nie można odczytać pliku.',
    'bad-index':
      'Indeksu wyszukiwania tej witryny nie można użyć. Właściciel musi utworzyć go ponownie.',
    'no-documents': 'Na tej stronie nie ma tekstu, który można przeszukać.',
    network: 'Nie wszystko udało się pobrać. Sprawdź połączenie i spróbuj ponownie.',
    offline: 'To urządzenie jest offline. Spróbuj ponownie, gdy sieć będzie dostępna.',
    stalled: 'Pobieranie nie postępuje. Sprawdź połączenie, a potem spróbuj ponownie.',
    'worker-failed':
      'Część wyszukiwarki lub modelu językowego zakończyła działanie. Spróbuj ponownie.',
    'model-not-found':
      'Potrzebny model jest tu niedostępny. Wybierz inny lub powiadom właściciela witryny.',
    'model-invalid': 'Pliki modelu są uszkodzone lub niekompletne. Załaduj model ponownie.',
    'no-webgpu':
      'Ta przeglądarka lub to urządzenie nie może uruchomić modelu językowego. Zaktualizuj przeglądarkę lub użyj innego urządzenia.',
    'device-lost': 'Karta graficzna utraciła model. Zapytaj ponownie, aby załadować go od nowa.',
    'quota-exceeded':
      'Za mało miejsca na model. Zwolnij pamięć lub opuść okno prywatne, a potem spróbuj ponownie.',
    'storage-unavailable':
      'Przeglądarka nie pozwala tej stronie niczego zapisać. Otwórz zwykłe okno lub zezwól tej witrynie na przechowywanie danych.',
    'insecure-context':
      'Tej strony nie otwarto przez https, a bez tego model językowy nie działa. Otwórz ją pod jej adresem https.',
    'load-interrupted':
      'Podczas ostatniego ładowania modelu strona przestała działać; najczęstszą przyczyną jest brak pamięci. Zamknij inne karty lub wybierz mniejszy model.',
    'runs-elsewhere':
      'Model językowy działa w innej karcie tej witryny. Zamknij tamtą kartę lub zadaj pytanie w niej.',
    gibberish:
      'To, co napisał model, nie miało sensu. Zapytaj innymi słowami lub wybierz inny model.',
    'context-overflow': 'Pytanie jest zbyt długie dla modelu językowego. Zadaj krótsze.',
    'engine-failed':
      'Wystąpił błąd modelu językowego. Spróbuj ponownie lub wybierz mniejszy model.',
    unexpected: 'Wystąpił nieoczekiwany problem. Spróbuj ponownie.',
  },
};
