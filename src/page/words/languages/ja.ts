import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'このサイトについて質問する',
  inputLabel: '質問',
  placeholder: '検索または質問を入力',
  ask: '質問する',
  close: '閉じる',
  loading: '検索機能を読み込んでいます',
  loadFailed: '検索機能を読み込めませんでした。接続を確認して、もう一度お試しください。',
  retry: '再試行',

  comma: '、',
  copy: 'コピー',
  stop: '停止',
  panelWidth: 'パネルの幅',

  // What is happening.
  searching: '検索しています',
  reading: '関連する箇所を探しています',
  modelReads: '{model} が該当箇所を読んでいます',
  writing: '{model} が回答を生成しています',
  checking: '回答を出典と照合しています',
  answered: { other: '回答ができました（出典 {count} 件）' },
  answeredByQuote: { other: '回答ができました（ページからの引用、出典 {count} 件）' },
  nothingFound: '答えが見つかりませんでした',
  failed: 'うまくいきませんでした',
  stopped: '停止しました。',

  // Results.
  idle: '入力すると検索し、Enter キーを押すと回答します。',
  results: { other: '{count} 件の結果' },
  noResults: 'この語句を含むページはありません。Enter キーを押すと、このまま質問できます。',
  hits: 'ページ',
  askRow: '質問する：{question}',
  pageTop: 'ページの先頭',
  moreResults: '内容の近い箇所',
  sources: '出典',
  source: '出典 {number}：{title}',
  version: 'バージョン {version}',

  // Questions to choose.
  recent: '以前の質問',
  clearRecent: '消去',
  suggestions: '質問の例',
  next: '次の質問の例',

  // What is searched.
  scopes: '検索範囲',
  scopeAll: 'すべてのページ',
  scopePage: 'このページ',
  abstentionPage: 'このページでは、この質問の答えが見つかりませんでした。',
  abstentionSection: 'このセクションでは、この質問の答えが見つかりませんでした。',

  // The answer.
  quoted: 'ページからの引用',
  quotedWords: 'ページからの引用（語句の一致で検索）',
  generatedHere: '{model} がこのデバイスで生成しました。出典で確認してください。',
  generatedAt: '{model}（{origin}）が生成しました。出典で確認してください。',
  knownHere:
    'このサイトの情報ではありません。{model} が自身の知識をもとに、このデバイスで生成しました。誤りを含む可能性があります。',
  knownAt:
    'このサイトの情報ではありません。{model}（{origin}）が自身の知識をもとに生成しました。誤りを含む可能性があります。',
  unfound: '出典で確認できません',
  absent: '出典にありません',
  absentNames: '出典にないもの：{names}',
  marks: '点線の下線：出典で確認できません。取り消し線：出典にまったくありません。',
  withdrawn: '{model} が生成した内容の大半は出典で確認できなかったため、表示していません。',
  showAnyway: '生成された内容を表示',
  writeAgain: '再生成',
  engineFailed: '言語モデルが回答できませんでした：{why}',
  table: '表',
  copyCode: 'コードをコピー',
  copied: 'コピーしました',
  selected: '選択しました',

  // What was done in a lesser way.
  meaningReady:
    'この回答は語句の一致だけで見つけたものです。意味による検索が使えるようになりました。',
  modelReady: '除外した語に対応している可能性のある検索モデルが使えるようになりました。',
  askAgain: 'もう一度質問する',

  // The language model.
  offerTitle: '言語モデルを使うと、このデバイスで回答を生成できます',
  offer:
    '{model}（{size}、ダウンロード元：{origin}）。ダウンロードは一度だけで、このサイト専用に保存されます。質問がこのデバイスの外に出ることはありません。',
  sizeUnknown: 'サイズ不明',
  licence: 'ライセンス：{licence}。',
  room: 'このサイトは、ブラウザーにあと {free} 保存できます。',
  chooseModel: 'モデル',
  choice: '{model}：{size}',
  memory: 'メモリ {size}',
  rate: { other: '毎秒約 {count} トークン' },
  download: '{size} をダウンロード',
  use: '読み込む',
  notNow: '今は使わない',
  never: 'このサイトでは使わない',
  loadingModel: '{model} を読み込んでいます',
  downloaded: '{done} / {total}',
  timeLeft: '残り {time}',
  stalled: '{progress}。データが届いていません。再試行しています。',
  pause: '一時停止',
  paused: '{model} は一時停止中です',
  keptSoFar: '受信済みのデータは保存されています。',
  goOn: '再開',
  models: '言語モデル',
  noModels: 'このサイト用に保存された言語モデルはありません。',
  modelWrites: 'ここでは {model} が回答を生成します。',
  modelRefused: 'このサイトでは言語モデルを使わないように設定されています。',
  offerAgain: '利用できるモデルを見る',
  incomplete: '未完了',
  from: 'ダウンロード元：{origin}',
  deleteModel: '{model} を削除',
  delete: '削除',

  // The foot, and what left the device.
  keyChoose: '選択',
  keyAsk: '質問',
  keyOpen: '開く',
  keyClose: '閉じる',
  privacy: 'このデバイスで回答しています。何も送信されません。',
  ownParts: 'このサイトの運営者が選んだサービスが回答しています。',
  ownEngine: '回答は、このサイトの運営者が選んだ {origin} が生成します。',
  leftTitle: 'このデバイスから送信されたもの',
  leftNowhere: '質問はどこにも送信されません。検索も回答もこのデバイスで行われます。',
  leftToEngineAt:
    '質問と、その答えにあたる箇所は、このサイトの運営者が選んだ {origin} に送信されます。',
  leftToEngine:
    '質問と、その答えにあたる箇所は、このサイトの運営者が選んだモデルに渡されます。その先で何が送信されるかは、ここからはわかりません。',
  leftToRetriever:
    '質問は、このサイトの運営者が選んだ検索機能に渡されます。その先で何が送信されるかは、ここからはわかりません。',
  leftToBrowser:
    '回答はブラウザー内蔵のモデルが生成します。ブラウザーが何を送信するかは、ここからはわかりません。',
  keptHere:
    '最近の質問とその回答は、消去するまで、このサイト専用としてこのブラウザーに保存されます。',
  fetched: 'このページを開いてから、次の場所からファイルを取得しました：',
  fetchedNothing: 'このページを開いてから、何も取得していません。',
  thisSite: 'このサイト（{host}）',
  requests: { other: '{count}\u00a0件のリクエスト' },
  fromCache: 'ブラウザーのキャッシュから',
  sizeUntold: 'サイズはブラウザーから取得できません',
  sizeAtLeast: '{size} 以上（一部のサイズはブラウザーから取得できません）',
  fetchPattern:
    'リクエストに質問の語句が含まれることはありません。何を質問しても、取得するファイルは同じです。ただし、このサイトにない語を含む質問では、より大きな検索モデルを一度だけ取得することがあります。',
  fetchUnseen:
    '接続先のホストには、通常のページと同じように、ネットワークアドレス、時刻、このサイトの名前が伝わります。ページ自体が読み込んだり送信したりするものと、別のタブが取得したモデルは、ここには表示されません。',

  // The thread, and what can be done with an answer.
  earlier: 'この会話のこれまでのやり取り',
  actions: 'この回答',
  copyAnswer: '回答をコピー',
  copyLink: 'この質問へのリンクをコピー',
  copyByHand:
    'ここではブラウザーがコピーを許可していません。テキストを選択してあるので、手動でコピーしてください。',
  textToCopy: 'コピーするテキスト',
  editQuestion: '質問を編集',
  editing: '次の質問で「{question}」を置き換えます。それより後のやり取りは消えます。',
  keepQuestion: 'そのまま残す',
  clearThread: '会話を消去',
  cleared: '会話を消去しました。',
  done: '完了',
  helpful: '役に立った',
  notHelpful: '役に立たなかった',
  thanks: 'ありがとうございます。',
  takenBack: '評価を取り消しました。',
  whatWasWrong: '何が問題でしたか？記入は任意です。',
  reasonWrong: '間違っている',
  reasonIncomplete: '情報が足りない',
  reasonOffTopic: '質問の答えになっていない',
  reasonOutdated: '情報が古い',
  reasonUnclear: 'わかりにくい',
  comment: 'ご自由にお書きください',
  toldNote: 'ここに記入した内容は、このサイトが収集することがあります。',
  tell: 'サイトに伝える',
  dontTell: '伝えずに閉じる',

  // Questions without a good answer.
  unanswered: '未回答の質問',
  unansweredCount: { other: '未回答 {count} 件' },
  unansweredVisit:
    '答えが見つからなかったか、回答が役に立たなかった質問です。このページを離れると消去されます。ファイルに保存すると、このサイトの運営者が改善に役立てることができます。',
  unansweredKept:
    '答えが見つからなかったか、回答が役に立たなかった質問です。このブラウザーにだけ保存されます。ファイルに保存すると、このサイトの運営者が改善に役立てることができます。',
  saveAs: '{format} で保存',
  deleteAll: 'すべて削除',
  deleteOne: '「{question}」を削除',
  deleted: '削除しました',

  // Notices.
  indexBroken: 'サイトの検索インデックスを使えないため、このページだけを検索しています。',
  wordsOnly: '語句の一致だけで検索しています。',
  inPage: 'このページでは検索ワーカーを起動できなかったため、語句の一致だけで検索しています。',
  wordsOnlyYet: '意味による検索の準備がまだできていないため、語句の一致だけで検索しました。',
  strangeWords:
    '質問の一部の語はこのサイトのどこにもなく、それに対応している可能性のある検索モデルも今は使えないため、除外して検索しました。',

  // Said elsewhere.
  abstention: 'このサイトでは、この質問の答えが見つかりませんでした。',
  noEngineWanted: 'このサイトはページの引用で回答し、言語モデルは使いません。',
  noEngine: 'ここでは言語モデルを実行できません。',
  sameSite: 'このサイト',
  licenceUnknown: '不明',
  readingPage: 'このページを読み取っています',
  readingPassages: { other: 'このページを読み取っています：{done} / {count} 箇所' },
  loadingSearch: '検索モデルを読み込んでいます：{done} / {total} MB',
  starting: '開始しています',
  startingModel: 'モデルを起動しています',
  startingBrowserModel: 'ブラウザーの言語モデルを起動しています',
  browserDownloads: 'ブラウザーが言語モデルをダウンロードしています',
  movingToGpu: 'モデルをグラフィックカードに転送しています',
  movingToGpuStep: 'モデルをグラフィックカードに転送しています：{done} / {total}',
  preparingGpu: 'グラフィックカードを準備しています',
  preparingGpuStep: 'グラフィックカードを準備しています：{done} / {total}',
  gpuReady: 'グラフィックカードの準備ができました',
  warmingUp: 'ウォームアップしています',
  modelIsReady: 'モデルの準備ができました',
  ready: '準備ができました',

  inspector: '言語モデルへのリクエスト',

  errors: {
    'bad-option': 'この検索の設定に誤りがあります。サイトの運営者による修正が必要です。',
    'bad-question': '質問が空か、長すぎます。短くして質問してください。',
    'bad-file': 'ファイルを読み取れません。',
    'bad-index': 'サイトの検索インデックスを使えません。運営者による再作成が必要です。',
    'no-documents': 'このページには検索できるテキストがありません。',
    network: '一部のデータを取得できませんでした。接続を確認して、もう一度お試しください。',
    offline: 'このデバイスはオフラインです。ネットワークに接続してから、もう一度お試しください。',
    stalled: 'ダウンロードが進みません。接続を確認してから、もう一度お試しください。',
    'worker-failed': '検索または言語モデルの一部が終了しました。もう一度お試しください。',
    'model-not-found':
      '必要なモデルをここでは利用できません。別のモデルを選ぶか、サイトの運営者に知らせてください。',
    'model-invalid': 'モデルのファイルが破損しているか不完全です。モデルを読み込み直してください。',
    'no-webgpu':
      'このブラウザーまたはデバイスでは言語モデルを実行できません。ブラウザーを更新するか、別のデバイスを使ってください。',
    'device-lost':
      'グラフィックカードからモデルが失われました。もう一度質問すると、読み込み直します。',
    'quota-exceeded':
      'モデルを保存する空き容量が足りません。空き容量を増やすか、プライベートウィンドウを閉じて通常のウィンドウを使い、もう一度お試しください。',
    'storage-unavailable':
      'ブラウザーがこのページのデータ保存を許可していません。通常のウィンドウで開くか、このサイトのデータ保存を許可してください。',
    'insecure-context':
      'このページは https で配信されていません。言語モデルは https でのみ動作します。https のアドレスで開いてください。',
    'load-interrupted':
      '前回、モデルの読み込み中にページが終了しました。多くの場合、メモリ不足が原因です。ほかのタブを閉じるか、より小さいモデルを選んでください。',
    'runs-elsewhere':
      '言語モデルは、このサイトの別のタブで動作しています。そのタブを閉じるか、そちらで質問してください。',
    gibberish:
      'モデルの出力が意味をなしませんでした。別の言い方で質問するか、別のモデルを選んでください。',
    'context-overflow': '質問が言語モデルには長すぎます。短くして質問してください。',
    'engine-failed':
      '言語モデルで障害が発生しました。もう一度試すか、より小さいモデルを選んでください。',
    unexpected: '予期しない問題が発生しました。もう一度お試しください。',
  },
};
