import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: '이 사이트에 대해 질문',
  inputLabel: '질문 내용',
  placeholder: '검색하거나 질문하세요',
  ask: '질문',
  close: '닫기',
  loading: '검색을 불러오는 중',
  loadFailed: '검색을 불러올 수 없습니다. 연결을 확인하고 다시 시도하세요.',
  retry: '다시 시도',

  comma: ', ',
  copy: '복사',
  stop: '중지',
  panelWidth: '패널 너비',

  // What is happening.
  searching: '검색하는 중',
  reading: '가장 알맞은 구절을 찾는 중',
  modelReads: '{model} 모델이 관련 구절을 읽는 중',
  writing: '{model} 모델이 답변을 작성하는 중',
  checking: '답변을 출처와 대조하는 중',
  answered: { other: '답변 준비됨, 출처 {count}개' },
  answeredByQuote: { other: '답변 준비됨, 페이지에서 인용, 출처 {count}개' },
  nothingFound: '답변을 찾지 못했습니다',
  failed: '문제가 발생했습니다',
  stopped: '중지했습니다.',

  // Results.
  idle: '입력하면 검색하고, Enter 키를 누르면 답변합니다.',
  results: { other: '결과 {count}개' },
  noResults: '이 단어가 있는 페이지가 없습니다. 그래도 질문하려면 Enter 키를 누르세요.',
  hits: '페이지',
  askRow: '질문: {question}',
  pageTop: '페이지 맨 위',
  moreResults: '가장 가까운 구절',
  sources: '출처',
  source: '출처 {number}: {title}',
  version: '버전 {version}',

  // Questions to choose.
  recent: '이전 질문',
  clearRecent: '지우기',
  suggestions: '이런 질문을 해 보세요',
  next: '이어서 질문해 보세요',

  // What is searched.
  scopes: '검색 범위',
  scopeAll: '모든 페이지',
  scopePage: '이 페이지',
  abstentionPage: '이 페이지에서 질문에 대한 답을 찾지 못했습니다.',
  abstentionSection: '이 섹션에서 질문에 대한 답을 찾지 못했습니다.',

  // The answer.
  quoted: '페이지에서 인용',
  quotedWords: '페이지에서 인용, 단어 일치로 찾음',
  generatedHere: '{model} 모델이 이 기기에서 작성했습니다. 출처와 대조해 확인하세요.',
  generatedAt: '{model} 모델({origin})이 작성했습니다. 출처와 대조해 확인하세요.',
  knownHere:
    '이 사이트의 내용이 아닙니다. {model} 모델이 자체 지식으로 이 기기에서 작성했습니다. 틀릴 수 있습니다.',
  knownAt:
    '이 사이트의 내용이 아닙니다. {model} 모델({origin})이 자체 지식으로 작성했습니다. 틀릴 수 있습니다.',
  unfound: '출처에서 찾지 못함',
  absent: '출처에 없음',
  absentNames: '출처에 없음: {names}',
  marks: '점선: 출처에서 찾지 못함. 취소선: 출처에 전혀 없음.',
  withdrawn: '{model} 모델이 작성한 내용 대부분을 출처에서 찾지 못해 표시하지 않았습니다.',
  showAnyway: '작성한 내용 보기',
  writeAgain: '다시 작성',
  engineFailed: '언어 모델이 답변하지 못했습니다: {why}',
  table: '표',
  copyCode: '코드 복사',
  copied: '복사했습니다',
  selected: '선택했습니다',

  // What was done in a lesser way.
  meaningReady: '이 답변은 단어 일치로만 찾았습니다. 이제 의미 기반 검색을 사용할 수 있습니다.',
  modelReady: '제외된 단어를 알 수도 있는 검색 모델이 준비되었습니다.',
  askAgain: '다시 질문',

  // The language model.
  offerTitle: '언어 모델이 이 기기에서 답변을 작성할 수 있습니다',
  offer:
    '{model}, {size}. {origin}에서 한 번만 다운로드하며 이 사이트 전용으로 저장합니다. 질문은 이 기기를 벗어나지 않습니다.',
  sizeUnknown: '크기 알 수 없음',
  licence: '라이선스: {licence}.',
  room: '이 사이트는 브라우저에 {free}까지 더 저장할 수 있습니다.',
  chooseModel: '모델',
  choice: '{model}: {size}',
  memory: '메모리 {size}',
  rate: { other: '초당 약 {count}토큰' },
  download: '{size} 다운로드',
  use: '불러오기',
  notNow: '나중에',
  never: '이 사이트에서 사용 안 함',
  loadingModel: '{model} 불러오는 중',
  downloaded: '{done} / {total}',
  timeLeft: '{time} 남음',
  stalled: '{progress}. 수신되는 데이터가 없습니다. 다시 시도하는 중입니다.',
  pause: '일시 중지',
  paused: '{model} 일시 중지됨',
  keptSoFar: '지금까지 받은 데이터는 보관됩니다.',
  goOn: '계속',
  models: '언어 모델',
  noModels: '이 사이트용으로 저장된 언어 모델이 없습니다.',
  modelWrites: '{model} 모델이 여기에서 답변을 작성합니다.',
  modelRefused: '이 사이트에서 언어 모델을 사용하지 않도록 선택했습니다.',
  offerAgain: '사용 가능한 모델 보기',
  incomplete: '완료되지 않음',
  from: '{origin}에서 받음',
  deleteModel: '{model} 삭제',
  delete: '삭제',

  // The foot, and what left the device.
  keyChoose: '선택',
  keyAsk: '질문',
  keyOpen: '열기',
  keyClose: '닫기',
  privacy: '이 기기에서 답변합니다. 아무것도 전송하지 않습니다.',
  ownParts: '이 사이트의 운영자가 선택한 서비스가 답변합니다.',
  ownEngine: '답변은 이 사이트의 운영자가 선택한 {origin}에서 작성합니다.',
  leftTitle: '이 기기에서 전송된 내용',
  leftNowhere: '질문은 어디로도 전송되지 않습니다. 검색과 답변이 모두 이 기기에서 이루어집니다.',
  leftToEngineAt: '질문과 그 답이 담긴 구절은 이 사이트의 운영자가 선택한 {origin}에 전송됩니다.',
  leftToEngine:
    '질문과 그 답이 담긴 구절은 이 사이트의 운영자가 선택한 모델에 전달됩니다. 그 모델이 무엇을 다시 전송하는지는 여기에서 알 수 없습니다.',
  leftToRetriever:
    '질문은 이 사이트의 운영자가 선택한 검색 기능에 전달됩니다. 그 검색 기능이 무엇을 다시 전송하는지는 여기에서 알 수 없습니다.',
  leftToBrowser:
    '답변은 브라우저에 내장된 모델이 작성합니다. 브라우저가 무엇을 전송하는지는 여기에서 알 수 없습니다.',
  keptHere: '최근 질문과 답변은 직접 지울 때까지 이 브라우저에 이 사이트 전용으로 보관됩니다.',
  fetched: '이 페이지를 연 이후 다음 위치에서 파일을 가져왔습니다.',
  fetchedNothing: '이 페이지를 연 이후 가져온 파일이 없습니다.',
  thisSite: '이 사이트({host})',
  requests: { other: '요청\u00a0{count}개' },
  fromCache: '브라우저 캐시에서 가져옴',
  sizeUntold: '브라우저가 크기를 알려 주지 않음',
  sizeAtLeast: '{size} 이상, 나머지 크기는 브라우저가 알려 주지 않음',
  fetchPattern:
    '어떤 요청에도 질문에 쓴 단어는 들어 있지 않습니다. 무엇을 질문하든 같은 파일을 가져옵니다. 단, 이 사이트에 없는 단어로 질문하면 더 큰 검색 모델을 한 번 가져올 수 있습니다.',
  fetchUnseen:
    '요청을 받은 호스트는 여느 페이지에서와 같이 네트워크 주소, 시각, 이 사이트의 이름을 알게 됩니다. 페이지 자체가 불러오거나 전송하는 내용과 다른 탭에서 가져온 모델은 여기에 표시되지 않습니다.',

  // The thread, and what can be done with an answer.
  earlier: '이 대화의 이전 내용',
  actions: '이 답변',
  copyAnswer: '답변 복사',
  copyLink: '이 질문의 링크 복사',
  copyByHand:
    '브라우저가 여기에서 복사를 허용하지 않습니다. 텍스트를 선택해 두었으니 직접 복사하세요.',
  textToCopy: '복사할 텍스트',
  editQuestion: '질문 수정',
  editing: '다음 질문이 “{question}” 질문을 대체하며, 그 뒤의 내용은 사라집니다.',
  keepQuestion: '그대로 두기',
  clearThread: '대화 지우기',
  cleared: '대화를 지웠습니다.',
  done: '완료',
  helpful: '도움이 됨',
  notHelpful: '도움이 되지 않음',
  thanks: '감사합니다.',
  takenBack: '평가를 취소했습니다.',
  whatWasWrong: '무엇이 문제였나요? 답하지 않아도 됩니다.',
  reasonWrong: '틀린 내용임',
  reasonIncomplete: '빠진 내용이 있음',
  reasonOffTopic: '질문과 다른 답변임',
  reasonOutdated: '오래된 내용임',
  reasonUnclear: '이해하기 어려움',
  comment: '자유롭게 적어 주세요',
  toldNote: '여기에 적은 내용은 사이트에서 수집할 수 있습니다.',
  tell: '사이트에 알리기',
  dontTell: '알리지 않고 닫기',

  // Questions without a good answer.
  unanswered: '답변을 얻지 못한 질문',
  unansweredCount: { other: '답변 없는 질문 {count}개' },
  unansweredVisit:
    '답을 찾지 못했거나 답변이 도움이 되지 않은 질문입니다. 이 페이지를 떠나면 지워집니다. 파일로 저장하면 이 사이트의 운영자에게 도움이 될 수 있습니다.',
  unansweredKept:
    '답을 찾지 못했거나 답변이 도움이 되지 않은 질문입니다. 이 브라우저에만 보관됩니다. 파일로 저장하면 이 사이트의 운영자에게 도움이 될 수 있습니다.',
  saveAs: '{format} 파일로 저장',
  deleteAll: '모두 삭제',
  deleteOne: '“{question}” 삭제',
  deleted: '삭제했습니다',

  // Notices.
  indexBroken: '사이트의 검색 색인을 사용할 수 없어 이 페이지만 검색합니다.',
  wordsOnly: '단어 일치로만 결과를 찾습니다.',
  inPage: '이 페이지에서 검색 워커를 시작할 수 없어 단어 일치로만 결과를 찾습니다.',
  wordsOnlyYet: '의미 기반 검색이 아직 준비되지 않아 단어 일치로만 찾았습니다.',
  strangeWords:
    '질문의 일부 단어가 이 사이트 어디에도 없고, 그 단어를 알 수도 있는 검색 모델을 지금 사용할 수 없어 해당 단어를 제외했습니다.',

  // Said elsewhere.
  abstention: '이 사이트에서 질문에 대한 답을 찾지 못했습니다.',
  noEngineWanted: '이 사이트는 페이지를 인용해 답하며 언어 모델을 사용하지 않습니다.',
  noEngine: '여기에서는 언어 모델을 실행할 수 없습니다.',
  sameSite: '이 사이트',
  licenceUnknown: '알 수 없음',
  readingPage: '이 페이지를 읽는 중',
  readingPassages: { other: '이 페이지를 읽는 중: 구절 {done} / {count}개' },
  loadingSearch: '검색 모델을 불러오는 중: {done} / {total}MB',
  starting: '시작하는 중',
  startingModel: '모델을 시작하는 중',
  startingBrowserModel: '브라우저의 언어 모델을 시작하는 중',
  browserDownloads: '브라우저가 언어 모델을 다운로드하는 중',
  movingToGpu: '모델을 그래픽 카드로 옮기는 중',
  movingToGpuStep: '모델을 그래픽 카드로 옮기는 중: {done} / {total}',
  preparingGpu: '그래픽 카드를 준비하는 중',
  preparingGpuStep: '그래픽 카드를 준비하는 중: {done} / {total}',
  gpuReady: '그래픽 카드 준비 완료',
  warmingUp: '예열하는 중',
  modelIsReady: '모델 준비 완료',
  ready: '준비 완료',

  inspector: '언어 모델에 보낸 요청',

  errors: {
    'bad-option': '이 검색의 설정이 잘못되었습니다. 사이트 운영자가 수정해야 합니다.',
    'bad-question': '질문이 비어 있거나 너무 깁니다. 더 짧게 질문하세요.',
    'bad-file': '파일을 읽을 수 없습니다.',
    'bad-index': '사이트의 검색 색인을 사용할 수 없습니다. 운영자가 색인을 다시 만들어야 합니다.',
    'no-documents': '이 페이지에는 검색할 수 있는 텍스트가 없습니다.',
    network: '일부 데이터를 가져올 수 없습니다. 연결을 확인하고 다시 시도하세요.',
    offline: '이 기기는 오프라인 상태입니다. 네트워크에 연결된 후 다시 시도하세요.',
    stalled: '다운로드가 진행되지 않습니다. 연결을 확인한 후 다시 시도하세요.',
    'worker-failed': '검색 또는 언어 모델의 일부가 종료되었습니다. 다시 시도하세요.',
    'model-not-found':
      '필요한 모델을 여기에서 사용할 수 없습니다. 다른 모델을 선택하거나 사이트 운영자에게 알려 주세요.',
    'model-invalid': '모델 파일이 손상되었거나 완전하지 않습니다. 모델을 다시 불러오세요.',
    'no-webgpu':
      '이 브라우저나 기기에서는 언어 모델을 실행할 수 없습니다. 브라우저를 업데이트하거나 다른 기기를 사용하세요.',
    'device-lost': '그래픽 카드에서 모델이 사라졌습니다. 다시 질문하면 모델을 새로 불러옵니다.',
    'quota-exceeded':
      '모델을 저장할 공간이 부족합니다. 저장 공간을 확보하거나 시크릿 창에서 나온 후 다시 시도하세요.',
    'storage-unavailable':
      '브라우저가 이 페이지의 데이터 저장을 허용하지 않습니다. 일반 창에서 열거나 이 사이트의 데이터 저장을 허용하세요.',
    'insecure-context':
      '이 페이지는 https로 제공되지 않았습니다. 언어 모델은 https에서만 실행됩니다. https 주소로 여세요.',
    'load-interrupted':
      '지난번에 모델을 불러오는 동안 페이지가 종료되었습니다. 대개 메모리 부족이 원인입니다. 다른 탭을 닫거나 더 작은 모델을 선택하세요.',
    'runs-elsewhere':
      '언어 모델이 이 사이트의 다른 탭에서 실행 중입니다. 그 탭을 닫거나 그 탭에서 질문하세요.',
    gibberish:
      '모델이 작성한 내용이 말이 되지 않습니다. 다른 표현으로 질문하거나 다른 모델을 선택하세요.',
    'context-overflow': '질문이 언어 모델에 비해 너무 깁니다. 더 짧게 질문하세요.',
    'engine-failed': '언어 모델에 오류가 발생했습니다. 다시 시도하거나 더 작은 모델을 선택하세요.',
    unexpected: '예기치 않은 문제가 발생했습니다. 다시 시도하세요.',
  },
};
