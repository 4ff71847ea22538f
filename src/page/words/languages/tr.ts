import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Bu site hakkında soru sor',
  inputLabel: 'Sorunuz',
  placeholder: 'Arayın veya soru sorun',
  ask: 'Sor',
  close: 'Kapat',
  loading: 'Arama yükleniyor',
  loadFailed: 'Arama yüklenemedi. Bağlantıyı kontrol edip tekrar deneyin.',
  retry: 'Tekrar dene',

  comma: ', ',
  copy: 'Kopyala',
  stop: 'Durdur',

  // What is happening.
  searching: 'Aranıyor',
  reading: 'En uygun pasajlar seçiliyor',
  modelReads: '{model} pasajları okuyor',
  writing: '{model} yazıyor',
  checking: 'Yanıt kaynaklarla karşılaştırılıyor',
  answered: { one: 'Yanıt hazır, {count} kaynak', other: 'Yanıt hazır, {count} kaynak' },
  answeredByQuote: {
    one: 'Yanıt hazır, sayfadan alıntı, {count} kaynak',
    other: 'Yanıt hazır, sayfadan alıntı, {count} kaynak',
  },
  nothingFound: 'Yanıt bulunamadı',
  failed: 'İşlem tamamlanamadı',
  stopped: 'Durduruldu.',

  // The frame.
  panelWidth: 'Panelin genişliği',

  // Results.
  idle: 'Aramak için yazın, yanıt almak için Enter tuşuna basın.',
  results: { one: '{count} sonuç', other: '{count} sonuç' },
  noResults: 'Bu sözcükler hiçbir sayfada geçmiyor. Yine de sormak için Enter tuşuna basın.',
  hits: 'Sayfalar',
  askRow: 'Sor: {question}',
  pageTop: 'Sayfanın başı',
  moreResults: 'En yakın pasajlar',
  sources: 'Kaynaklar',
  source: 'Kaynak {number}: {title}',
  version: 'Sürüm {version}',

  // Questions to choose.
  recent: 'Daha önce sorduklarınız',
  clearRecent: 'Temizle',
  suggestions: 'Sorabilecekleriniz',
  next: 'Devamında sorabilecekleriniz',

  // What is searched.
  scopes: 'Aranacak yer',
  scopeAll: 'Tüm sayfalar',
  scopePage: 'Bu sayfa',
  abstentionPage: 'Bu sayfada bu soruya bir yanıt bulamadım.',
  abstentionSection: 'Bu bölümde bu soruya bir yanıt bulamadım.',

  // The answer.
  quoted: 'Sayfadan alıntı',
  quotedWords: 'Sayfadan alıntı, sözcüklere göre bulundu',
  generatedHere: '{model} tarafından bu cihazda yazıldı. Kaynaklarla karşılaştırın.',
  generatedAt: '{model} ({origin}) tarafından yazıldı. Kaynaklarla karşılaştırın.',
  knownHere:
    'Bu siteden değil: {model} tarafından bu cihazda, kendi bilgisine dayanarak yazıldı. Yanlış olabilir.',
  knownAt:
    'Bu siteden değil: {model} ({origin}) tarafından kendi bilgisine dayanarak yazıldı. Yanlış olabilir.',
  unfound: 'kaynaklarda bulunamadı',
  absent: 'kaynaklarda yok',
  absentNames: 'Kaynaklarda yok: {names}',
  marks: 'Noktalı çizgi: kaynaklarda bulunamadı. Üstü çizili: kaynaklarda hiç yok.',
  withdrawn:
    '{model} tarafından yazılanların çoğu kaynaklarda bulunamadı, bu yüzden gösterilmiyor.',
  showAnyway: 'Yazılanı göster',
  writeAgain: 'Yeniden yaz',
  engineFailed: 'Dil modeli yanıt veremedi: {why}',
  table: 'Tablo',
  copyCode: 'Kodu kopyala',
  copied: 'Kopyalandı',
  selected: 'Seçildi',

  // What was done in a lesser way.
  meaningReady: 'Bu yanıt yalnızca sözcüklere göre bulundu. Anlama göre arama artık hazır.',
  modelReady: 'Dikkate alınmayan sözcükleri tanıyabilecek arama modeli artık hazır.',
  askAgain: 'Yeniden sor',

  // The language model.
  offerTitle: 'Yanıtı bu cihazda bir dil modeli yazabilir',
  offer:
    '{model}, {size}: {origin} üzerinden bir kez indirilir, yalnızca bu site için saklanır. Sorularınız bu cihazda kalır.',
  sizeUnknown: 'boyutu bilinmiyor',
  licence: 'Lisans: {licence}.',
  room: 'Tarayıcı bu sitenin {free} daha saklamasına izin veriyor.',
  chooseModel: 'Model seçimi',
  choice: '{model}: {size}',
  memory: '{size} bellek',
  rate: { one: 'saniyede yaklaşık {count} token', other: 'saniyede yaklaşık {count} token' },
  download: '{size} indir',
  use: 'Yükle',
  notNow: 'Şimdi değil',
  never: 'Bu sitede hiçbir zaman',
  loadingModel: '{model} yükleniyor',
  downloaded: '{done} / {total}',
  timeLeft: '{time} kaldı',
  stalled: '{progress}. Veri gelmiyor. Yeniden deneniyor.',
  pause: 'Duraklat',
  paused: '{model} duraklatıldı',
  keptSoFar: 'Şimdiye kadar inen kısım saklanıyor.',
  goOn: 'Devam et',
  models: 'Dil modeli',
  noModels: 'Bu site için saklanan bir dil modeli yok.',
  modelWrites: 'Burada yanıtları {model} yazıyor.',
  modelRefused: 'Bu sitede dil modeli istemediniz.',
  offerAgain: 'Öneriyi göster',
  incomplete: 'eksik',
  from: '{origin} üzerinden',
  deleteModel: '{model} modelini sil',
  delete: 'Sil',

  // The foot, and what left the device.
  keyChoose: 'seç',
  keyAsk: 'sor',
  keyOpen: 'aç',
  keyClose: 'kapat',
  privacy: 'Bu cihazda yanıtlanır. Hiçbir şey gönderilmez.',
  ownParts: 'Yanıtlar, bu sitenin sahibinin seçtiği bir hizmetten gelir.',
  ownEngine: 'Yanıtları, bu sitenin sahibinin seçtiği {origin} yazar.',
  leftTitle: 'Bu cihazdan çıkanlar',
  leftNowhere: 'Sorularınız: hiçbir yere gönderilmez. Burada aranır ve yanıtlanır.',
  leftToEngineAt:
    'Sorularınız, onları yanıtlayan pasajlarla birlikte: bu sitenin sahibinin seçtiği {origin} adresine gönderilir.',
  leftToEngine:
    'Sorularınız, onları yanıtlayan pasajlarla birlikte: bu sitenin sahibinin seçtiği bir modele gönderilir. Modelin neleri başka yerlere ilettiği buradan görülemez.',
  leftToRetriever:
    'Sorularınız: bu sitenin sahibinin seçtiği bir arama hizmetine gönderilir. Hizmetin neleri başka yerlere ilettiği buradan görülemez.',
  leftToBrowser:
    'Yanıtları tarayıcının kendi modeli yazar. Tarayıcının neler gönderdiği buradan görülemez.',
  keptHere:
    'Son sorularınız ve yanıtları, siz temizleyene kadar yalnızca bu site için bu tarayıcıda saklanır.',
  fetched: 'Bu sayfa açıldığından beri şuralardan dosya alındı:',
  fetchedNothing: 'Bu sayfa açıldığından beri hiçbir şey alınmadı.',
  thisSite: 'bu site ({host})',
  requests: { one: '{count}\u00a0istek', other: '{count}\u00a0istek' },
  fromCache: 'tarayıcının önbelleğinden',
  sizeUntold: 'tarayıcı boyutu bildirmiyor',
  sizeAtLeast: '{size} ve tarayıcının bildirmediği daha fazlası',
  fetchPattern:
    'Hiçbir istek, sorunuzdan bir sözcük içermez. Ne sorarsanız sorun aynı dosyalar gelir; tek bir istisna vardır: sözcükleri bu siteye yabancı olan bir soru, bir kereliğine daha büyük bir arama modelinin indirilmesine yol açabilir.',
  fetchUnseen:
    'İstek alan her sunucu, tüm sayfalarda olduğu gibi ağ adresinizi, saati ve bu sitenin adını öğrenir. Sayfanın kendisinin yükledikleri ve gönderdikleri ile başka bir sekmenin indirdiği model burada listelenmez.',

  // The thread, and what can be done with an answer.
  earlier: 'Bu konuşmada daha önce',
  actions: 'Bu yanıt',
  copyAnswer: 'Yanıtı kopyala',
  copyLink: 'Bu sorunun bağlantısını kopyala',
  copyByHand: 'Tarayıcı burada kopyalamaya izin vermiyor. Metin seçildi: elle kopyalayın.',
  textToCopy: 'Kopyalanacak metin',
  editQuestion: 'Soruyu düzenle',
  editing: 'Sıradaki soru, “{question}” sorusunun yerini alır ve ondan sonra gelenler silinir.',
  keepQuestion: 'Soruyu koru',
  clearThread: 'Konuşmayı temizle',
  cleared: 'Konuşma temizlendi.',
  done: 'Tamam',
  helpful: 'Yardımcı oldu',
  notHelpful: 'Yardımcı olmadı',
  thanks: 'Teşekkürler.',
  takenBack: 'Değerlendirmeniz geri alındı.',
  whatWasWrong: 'Sorun neydi? Belirtmek zorunda değilsiniz.',
  reasonWrong: 'Yanlış',
  reasonIncomplete: 'Eksikleri var',
  reasonOffTopic: 'Başka bir şeyi yanıtlıyor',
  reasonOutdated: 'Güncel değil',
  reasonUnclear: 'Anlaşılması zor',
  comment: 'Kendi sözlerinizle',
  toldNote: 'Site, burada bildirdiklerinizi toplayabilir.',
  tell: 'Siteye bildir',
  dontTell: 'Gerek yok',

  // Questions without a good answer.
  unanswered: 'Yanıtsız sorular',
  unansweredCount: { one: '{count} yanıtsız soru', other: '{count} yanıtsız soru' },
  unansweredVisit:
    'Bu sorular için bir şey bulunamadı veya yanıt yardımcı olmadı. Bu sayfadan ayrıldığınızda unutulurlar. Dosya olarak bu sitenin sahibine yardımcı olabilirler.',
  unansweredKept:
    'Bu sorular için bir şey bulunamadı veya yanıt yardımcı olmadı. Yalnızca bu tarayıcıda saklanırlar. Dosya olarak bu sitenin sahibine yardımcı olabilirler.',
  saveAs: '{format} olarak kaydet',
  deleteAll: 'Tümünü sil',
  deleteOne: '“{question}” sorusunu sil',
  deleted: 'Silindi',

  // Notices.
  indexBroken: 'Yalnızca bu sayfada aranıyor: sitenin arama dizini kullanılamıyor.',
  wordsOnly: 'Sonuçlar yalnızca sözcüklere göre bulunuyor.',
  inPage:
    'Arka plan araması bu sayfada başlatılamadı: sonuçlar yalnızca sözcüklere göre bulunuyor.',
  wordsOnlyYet: 'Yalnızca sözcüklere göre bulundu: anlama göre arama henüz hazır değil.',
  strangeWords:
    'Sorudaki bazı sözcükler bu sitede hiç geçmiyor ve onları tanıyabilecek arama modeli henüz elde yok: bu sözcükler dikkate alınmadı.',

  // Said elsewhere.
  abstention: 'Bu sitede bu soruya bir yanıt bulamadım.',
  noEngineWanted: 'Bu site kendi sayfalarından alıntı yapar ve dil modeli çalıştırmaz.',
  noEngine: 'Burada dil modeli çalıştırılamıyor.',
  sameSite: 'bu site',
  licenceUnknown: 'bilinmiyor',
  readingPage: 'Bu sayfa okunuyor',
  readingPassages: {
    one: 'Bu sayfa okunuyor: {done} / {count} pasaj',
    other: 'Bu sayfa okunuyor: {done} / {count} pasaj',
  },
  loadingSearch: 'Arama modeli yükleniyor: {done} / {total} MB',
  starting: 'Başlatılıyor',
  startingModel: 'Model başlatılıyor',
  startingBrowserModel: 'Tarayıcının dil modeli başlatılıyor',
  browserDownloads: 'Tarayıcı kendi dil modelini indiriyor',
  movingToGpu: 'Model ekran kartına aktarılıyor',
  movingToGpuStep: 'Model ekran kartına aktarılıyor: {done} / {total}',
  preparingGpu: 'Ekran kartı hazırlanıyor',
  preparingGpuStep: 'Ekran kartı hazırlanıyor: {done} / {total}',
  gpuReady: 'Ekran kartı hazır',
  warmingUp: 'Model çalışmaya hazırlanıyor',
  modelIsReady: 'Model hazır',
  ready: 'Hazır',

  inspector: 'Dil modeline gönderilen istek',

  errors: {
    'bad-option': 'Bu aramanın bir ayarı yanlış. Site sahibinin düzeltmesi gerekir.',
    'bad-question': 'Soru boş veya çok uzun. Daha kısa bir soru sorun.',
    'bad-file': 'Bir dosya okunamıyor.',
    'bad-index':
      'Sitenin arama dizini kullanılamıyor. Site sahibinin dizini yeniden oluşturması gerekir.',
    'no-documents': 'Bu sayfada aranabilecek bir metin yok.',
    network: 'Bir dosya alınamadı. Bağlantıyı kontrol edip tekrar deneyin.',
    offline: 'Bu cihaz çevrimdışı. Ağ bağlantısı geldiğinde tekrar deneyin.',
    stalled: 'İndirme ilerlemiyor. Bağlantıyı kontrol edip tekrar deneyin.',
    'worker-failed': 'Aramanın veya dil modelinin bir bölümü durdu. Tekrar deneyin.',
    'model-not-found':
      'Gereken bir model burada bulunmuyor. Başka bir model seçin veya site sahibine haber verin.',
    'model-invalid': 'Modelin dosyaları bozuk veya eksik. Modeli yeniden yükleyin.',
    'no-webgpu':
      'Bu tarayıcı veya cihaz dil modelini çalıştıramıyor. Tarayıcıyı güncelleyin veya başka bir cihaz kullanın.',
    'device-lost': 'Ekran kartındaki model kayboldu. Yeniden yüklemek için sorunuzu tekrar sorun.',
    'quota-exceeded':
      'Model için yeterli yer yok. Depolama alanı açın veya gizli pencereden çıkın, ardından tekrar deneyin.',
    'storage-unavailable':
      'Tarayıcı bu sayfanın veri saklamasına izin vermiyor. Normal bir pencere açın veya bu sitenin veri saklamasına izin verin.',
    'insecure-context':
      'Bu sayfa https ile açılmadı; dil modeli yalnızca https ile çalışır. Sayfanın https adresini açın.',
    'load-interrupted':
      'Model son kez yüklenirken sayfa kapandı; bunun nedeni çoğunlukla yetersiz bellektir. Diğer sekmeleri kapatın veya daha küçük bir model seçin.',
    'runs-elsewhere':
      'Dil modeli bu sitenin başka bir sekmesinde çalışıyor. O sekmeyi kapatın veya sorunuzu orada sorun.',
    gibberish:
      'Modelin yazdıkları anlamlı değildi. Başka sözcüklerle sorun veya başka bir model seçin.',
    'context-overflow': 'Soru dil modeli için çok uzun. Daha kısa bir soru sorun.',
    'engine-failed': 'Dil modeli çalışmadı. Tekrar deneyin veya daha küçük bir model seçin.',
    unexpected: 'Beklenmeyen bir hata oluştu. Tekrar deneyin.',
  },
};
