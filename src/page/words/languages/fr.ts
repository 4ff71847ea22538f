import type { Translation } from '../translation.ts';

export const WORDS: Translation = {
  dialogLabel: 'Poser une question sur ce site',
  inputLabel: 'Votre question',
  placeholder: 'Rechercher ou poser une question',
  ask: 'Demander',
  close: 'Fermer',
  loading: 'Chargement de la recherche',
  loadFailed: 'La recherche n’a pas pu être chargée. Vérifiez la connexion et réessayez.',
  retry: 'Réessayer',

  comma: ', ',
  copy: 'Copier',
  stop: 'Arrêter',

  searching: 'Recherche en cours',
  reading: 'Recherche des meilleurs passages',
  modelReads: '{model} lit les passages',
  writing: '{model} rédige',
  checking: 'Comparaison de la réponse avec les sources',
  answered: {
    one: 'Réponse prête, {count} source',
    many: 'Réponse prête, {count} de sources',
    other: 'Réponse prête, {count} sources',
  },
  answeredByQuote: {
    one: 'Réponse prête, citée de la page, {count} source',
    many: 'Réponse prête, citée de la page, {count} de sources',
    other: 'Réponse prête, citée de la page, {count} sources',
  },
  nothingFound: 'Aucune réponse trouvée',
  failed: 'Cela n’a pas fonctionné',
  stopped: 'Arrêté.',

  idle: 'Tapez pour rechercher, appuyez sur Entrée pour obtenir une réponse.',
  results: { one: '{count} résultat', many: '{count} de résultats', other: '{count} résultats' },
  noResults: 'Aucune page ne contient ces mots. Appuyez sur Entrée pour demander quand même.',
  hits: 'Pages',
  moreResults: 'Passages les plus proches',
  sources: 'Sources',
  source: 'Source {number}\u00a0: {title}',

  askRow: 'Demander\u00a0: {question}',
  pageTop: 'Haut de la page',
  panelWidth: 'Largeur du panneau',
  version: 'Version {version}',
  recent: 'Questions récentes',
  clearRecent: 'Effacer',
  suggestions: 'Questions possibles',
  next: 'Demander ensuite',

  scopes: 'Rechercher dans',
  scopeAll: 'Toutes les pages',
  scopePage: 'Cette page',

  quoted: 'Cité de la page',
  quotedWords: 'Cité de la page, trouvé par les mots',
  generatedHere: 'Rédigé sur cet appareil par {model}. À vérifier dans les sources.',
  generatedAt: 'Rédigé par {model} ({origin}). À vérifier dans les sources.',
  knownHere:
    'Ne vient pas de ce site\u00a0: rédigé sur cet appareil par {model}, d’après ce qu’il sait. Cela peut être faux.',
  knownAt:
    'Ne vient pas de ce site\u00a0: rédigé par {model} ({origin}), d’après ce qu’il sait. Cela peut être faux.',
  unfound: 'introuvable dans les sources',
  absent: 'absent des sources',
  absentNames: 'Absent des sources\u00a0: {names}',
  marks:
    'Pointillé\u00a0: introuvable dans les sources. Barré\u00a0: tout à fait absent des sources.',
  withdrawn:
    'L’essentiel de ce que {model} a rédigé est introuvable dans les sources\u00a0; cela n’est donc pas affiché.',
  showAnyway: 'Afficher quand même',
  writeAgain: 'Rédiger à nouveau',
  engineFailed: 'Le modèle de langage n’a pas pu répondre\u00a0: {why}',
  table: 'Tableau',
  copyCode: 'Copier le code',
  copied: 'Copié',
  selected: 'Sélectionné',

  meaningReady:
    'Cette réponse a été trouvée par les mots seulement. La recherche par le sens est maintenant prête.',
  modelReady:
    'Le modèle de recherche, qui connaît peut-être les mots laissés de côté, est maintenant prêt.',
  askAgain: 'Redemander',

  offerTitle: 'Un modèle de langage peut rédiger la réponse sur cet appareil',
  offer:
    '{model}, {size} une seule fois depuis {origin}, conservé pour ce site uniquement. Vos questions restent ici.',
  sizeUnknown: 'taille inconnue',
  licence: 'Licence\u00a0: {licence}.',
  room: 'Le navigateur laisse encore {free} à ce site.',
  chooseModel: 'Modèle',
  choice: '{model}\u00a0: {size}',
  memory: '{size} de mémoire',
  rate: {
    one: 'environ {count} jeton par seconde',
    many: 'environ {count} de jetons par seconde',
    other: 'environ {count} jetons par seconde',
  },
  download: 'Télécharger {size}',
  use: 'Charger',
  notNow: 'Pas maintenant',
  never: 'Jamais sur ce site',
  loadingModel: 'Chargement de {model}',
  downloaded: '{done} sur {total}',
  timeLeft: 'encore {time}',
  stalled: '{progress}. Rien n’arrive. Nouvelle tentative en cours.',
  pause: 'Suspendre',
  paused: '{model} est suspendu',
  keptSoFar: 'Ce qui est arrivé est conservé.',
  goOn: 'Continuer',
  models: 'Modèle de langage',
  noModels: 'Aucun modèle de langage n’est enregistré pour ce site.',
  modelWrites: '{model} rédige ici les réponses.',
  modelRefused: 'Vous n’avez pas voulu de modèle de langage sur ce site.',
  offerAgain: 'Revoir la proposition',
  incomplete: 'incomplet',
  from: 'depuis {origin}',
  deleteModel: 'Supprimer {model}',
  delete: 'Supprimer',

  keyChoose: 'choisir',
  keyAsk: 'demander',
  keyOpen: 'ouvrir',
  keyClose: 'fermer',
  privacy: 'Réponse sur cet appareil. Rien n’est envoyé.',
  ownParts: 'Réponse d’un service choisi par le propriétaire de ce site.',
  ownEngine: 'Les réponses sont rédigées par {origin}, choisi par le propriétaire de ce site.',
  leftTitle: 'Ce qui a quitté cet appareil',
  leftNowhere:
    'Vos questions\u00a0: elles ne partent nulle part. La recherche et la réponse se font ici.',
  leftToEngineAt:
    'Vos questions, avec des passages qui y répondent\u00a0: vers {origin}, choisi par le propriétaire de ce site.',
  leftToEngine:
    'Vos questions, avec des passages qui y répondent\u00a0: vers un modèle choisi par le propriétaire de ce site. Ce qu’il transmet n’est pas visible d’ici.',
  leftToRetriever:
    'Vos questions\u00a0: vers une recherche choisie par le propriétaire de ce site. Ce qu’elle transmet n’est pas visible d’ici.',
  leftToBrowser:
    'Les réponses sont rédigées par le modèle du navigateur. Ce que le navigateur envoie n’est pas visible d’ici.',
  fetched: 'Depuis l’ouverture de cette page, des fichiers ont été récupérés depuis\u00a0:',
  fetchedNothing: 'Rien n’a été récupéré depuis l’ouverture de cette page.',
  thisSite: 'ce site ({host})',
  requests: {
    one: '{count}\u00a0requête',
    many: '{count}\u00a0de requêtes',
    other: '{count}\u00a0requêtes',
  },
  fromCache: 'depuis le cache du navigateur',
  sizeUntold: 'le navigateur n’indique pas la taille',
  sizeAtLeast: '{size} et plus, que le navigateur n’indique pas',
  fetchPattern:
    'Aucune requête ne contient un mot d’une question. Les mêmes fichiers arrivent quoi que vous demandiez, sauf dans un cas\u00a0: une question dont les mots sont étrangers à ce site peut charger, une seule fois, un modèle de recherche plus grand.',
  fetchUnseen:
    'Comme pour toute page, un hôte sollicité apprend votre adresse réseau, l’heure et le nom de ce site. Ne figurent pas ici ce que la page elle-même charge ou envoie, ni un modèle récupéré par un autre onglet.',

  abstentionPage: 'Aucune réponse à cette question n’a été trouvée sur cette page.',
  abstentionSection: 'Aucune réponse à cette question n’a été trouvée dans cette section.',
  keptHere:
    'Vos dernières questions et leurs réponses sont conservées dans ce navigateur, pour ce site uniquement, jusqu’à ce que vous les effaciez.',
  earlier: 'Plus tôt dans cette conversation',
  actions: 'Cette réponse',
  copyAnswer: 'Copier la réponse',
  copyLink: 'Copier un lien vers cette question',
  copyByHand:
    'Le navigateur ne permet pas de copier ici. Le texte est sélectionné\u00a0: copiez-le à la main.',
  textToCopy: 'Texte à copier',
  editQuestion: 'Modifier la question',
  editing:
    'La prochaine question remplacera «\u00a0{question}\u00a0», et ce qui la suivait disparaîtra.',
  keepQuestion: 'La garder',
  clearThread: 'Effacer la conversation',
  cleared: 'La conversation est effacée.',
  done: 'Terminé',
  helpful: 'Cela m’a aidé',
  notHelpful: 'Cela ne m’a pas aidé',
  thanks: 'Merci.',
  takenBack: 'Votre avis est retiré.',
  whatWasWrong: 'Qu’est-ce qui n’allait pas\u00a0? Rien ne vous oblige à le dire.',
  reasonWrong: 'C’est faux',
  reasonIncomplete: 'Il manque quelque chose',
  reasonOffTopic: 'Cela répond à autre chose',
  reasonOutdated: 'C’est dépassé',
  reasonUnclear: 'C’est difficile à comprendre',
  comment: 'Avec vos propres mots',
  toldNote: 'Le site peut recueillir ce que vous lui dites ici.',
  tell: 'Le dire au site',
  dontTell: 'Ne rien ajouter',
  unanswered: 'Questions sans réponse',
  unansweredCount: {
    one: '{count} sans réponse',
    many: '{count} sans réponse',
    other: '{count} sans réponse',
  },
  unansweredVisit:
    'Rien n’a été trouvé pour ces questions, ou la réponse n’a pas aidé. Elles sont oubliées quand vous quittez cette page. Sous forme de fichier, elles peuvent aider le propriétaire de ce site.',
  unansweredKept:
    'Rien n’a été trouvé pour ces questions, ou la réponse n’a pas aidé. Elles sont conservées dans ce navigateur seulement. Sous forme de fichier, elles peuvent aider le propriétaire de ce site.',
  saveAs: 'Enregistrer en {format}',
  deleteAll: 'Tout supprimer',
  deleteOne: 'Supprimer «\u00a0{question}\u00a0»',
  deleted: 'Supprimé',

  inspector: 'La requête au modèle de langage',

  inPage:
    'La recherche n’a pas pu démarrer entièrement sur cette page\u00a0: les résultats sont trouvés par les mots seulement.',
  indexBroken:
    'Seule cette page est parcourue\u00a0: l’index de recherche du site est inutilisable.',
  wordsOnly: 'Les résultats sont trouvés par les mots seulement.',
  wordsOnlyYet:
    'Trouvé par les mots seulement\u00a0: la recherche par le sens n’est pas encore prête.',
  strangeWords:
    'Certains mots de la question ne figurent nulle part sur ce site, et le modèle de recherche qui les connaît peut-être n’est pas disponible\u00a0: ils ont été laissés de côté.',
  abstention: 'Aucune réponse à cette question n’a été trouvée sur ce site.',
  noEngineWanted: 'Ce site cite ses pages et n’utilise aucun modèle de langage.',
  noEngine: 'Aucun modèle de langage ne peut fonctionner ici.',
  sameSite: 'ce site',
  licenceUnknown: 'inconnue',
  readingPage: 'Lecture de cette page',
  readingPassages: {
    one: 'Lecture de cette page\u00a0: {done} sur {count} passage',
    many: 'Lecture de cette page\u00a0: {done} sur {count} de passages',
    other: 'Lecture de cette page\u00a0: {done} sur {count} passages',
  },
  loadingSearch: 'Chargement du modèle de recherche\u00a0: {done} sur {total} Mo',
  starting: 'Démarrage',
  startingModel: 'Démarrage du modèle',
  startingBrowserModel: 'Démarrage du modèle de langage du navigateur',
  browserDownloads: 'Le navigateur télécharge son modèle de langage',
  movingToGpu: 'Transfert du modèle vers la carte graphique',
  movingToGpuStep: 'Transfert du modèle vers la carte graphique\u00a0: {done} sur {total}',
  preparingGpu: 'Préparation de la carte graphique',
  preparingGpuStep: 'Préparation de la carte graphique\u00a0: {done} sur {total}',
  gpuReady: 'La carte graphique est prête',
  warmingUp: 'Mise en route du modèle',
  modelIsReady: 'Le modèle est prêt',
  ready: 'Prêt',

  errors: {
    'bad-option':
      'Un réglage de cette recherche est incorrect. Le propriétaire du site doit le corriger.',
    'bad-question': 'La question est vide ou trop longue. Posez-en une plus courte.',
    'bad-file': 'Un fichier est illisible.',
    'bad-index':
      'L’index de recherche du site est inutilisable. Le propriétaire du site doit le recréer.',
    'no-documents': 'Cette page ne contient aucun texte à parcourir.',
    network: 'Un élément n’a pas pu être récupéré. Vérifiez la connexion et réessayez.',
    offline: 'Cet appareil est hors ligne. Réessayez une fois le réseau rétabli.',
    stalled: 'Le téléchargement n’avance plus. Vérifiez la connexion, puis réessayez.',
    'worker-failed': 'Une partie de la recherche ou du modèle de langage s’est arrêtée. Réessayez.',
    'model-not-found':
      'Un modèle nécessaire n’est pas disponible ici. Choisissez-en un autre ou prévenez le propriétaire du site.',
    'model-invalid': 'Les fichiers du modèle sont endommagés ou incomplets. Chargez-le à nouveau.',
    'no-webgpu':
      'Ce navigateur ou cet appareil ne peut pas exécuter le modèle de langage. Mettez le navigateur à jour ou utilisez un autre appareil.',
    'device-lost': 'La carte graphique a perdu le modèle. Redemandez pour le charger à nouveau.',
    'quota-exceeded':
      'L’espace manque pour le modèle. Libérez de l’espace disque ou quittez la navigation privée, puis réessayez.',
    'storage-unavailable':
      'Ce navigateur ne laisse rien enregistrer à cette page. Ouvrez une fenêtre normale ou autorisez ce site à enregistrer des données.',
    'insecure-context':
      'Cette page n’a pas été servie en https, ce qu’exige un modèle de langage. Ouvrez la page par son adresse https.',
    'load-interrupted':
      'La page s’est arrêtée pendant le dernier chargement du modèle, le plus souvent faute de mémoire. Fermez d’autres onglets ou choisissez un modèle plus petit.',
    'runs-elsewhere':
      'Le modèle de langage fonctionne dans un autre onglet de ce site. Fermez cet onglet ou posez-y votre question.',
    gibberish:
      'Ce que le modèle a écrit n’avait pas de sens. Demandez autrement ou choisissez un autre modèle.',
    'context-overflow':
      'La question est trop longue pour le modèle de langage. Posez-en une plus courte.',
    'engine-failed':
      'Le modèle de langage est tombé en panne. Réessayez ou choisissez un modèle plus petit.',
    unexpected: 'Une erreur inattendue s’est produite. Réessayez.',
  },
};
