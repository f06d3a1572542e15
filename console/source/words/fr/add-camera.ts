import type { addCamera as source } from "../en/add-camera.ts";

/** The way to a new camera. */
export const addCamera: typeof source = {
  title: "Ajouter une caméra",
  found: "Trouvées sur le réseau",
  searching: "Recherche …",
  searchAgain: "Chercher encore",
  noneFound: "Aucune caméra n’a répondu. Celles d’autres réseaux s’essaient par leur adresse.",
  watched: "déjà surveillée : {names}",
  choose: "Choisir",
  try: "Essayer une caméra",
  address: "Adresse",
  addressHint:
    "L’adresse RTSP de la caméra, ou seulement son nom ou son IP : ONVIF est alors interrogé.",
  username: "Nom d’utilisateur",
  password: "Mot de passe",
  tryButton: "Essayer",
  trying: "La caméra est observée quelques secondes …",
  unreachable: "Rien ne répond à cette adresse. Vérifiez le câble, l’adresse et le réseau.",
  needsPassword: "La caméra demande un nom d’utilisateur et un mot de passe.",
  wrongPassword: "La caméra refuse ce nom d’utilisateur ou ce mot de passe.",
  unusable: "La caméra répond mais n’envoie pas d’images exploitables.",
  result: "Ce que la caméra envoie",
  maker: "Fabricant",
  codec: "Codage",
  size: "Taille",
  rate: "Images par seconde",
  keyFrames: "Images clés",
  everySec: "toutes les {seconds} s",
  advice: "Conseils",
  nameHint: "Lettres, chiffres, point et tiret ; il ne change plus ensuite.",
  useSub: "Analyser le petit flux, enregistrer le grand",
  addButton: "Ajouter cette caméra",
  advices: {
    codec_not_in_browsers:
      "La caméra envoie du {codec}, que les navigateurs ne lisent pas en direct. Réglez-la sur H.264 ; la détection fonctionne ainsi.",
    gop_long:
      "Les images clés n’arrivent que toutes les {seconds} s : l’image démarre d’autant plus tard. Réglez l’intervalle sur 1 à 2 s et désactivez les codecs « intelligents ».",
    gop_unknown: "Aucune deuxième image clé en {seconds} s. Réglez l’intervalle sur 1 à 2 s.",
    b_frames: "La caméra envoie des images B, qui retardent le direct. Désactivez-les.",
    slow_start:
      "La première image a pris {seconds} s. Un intervalle d’images clés plus court aide.",
    clock_off:
      "L’horloge de la caméra est décalée de {seconds} s. Réglez caméra et boîtier sur le même serveur de temps (NTP).",
    clock_unknown: "La caméra n’a pas donné son heure.",
    no_sub_stream:
      "La caméra n’offre pas de flux H.264 plus petit. Un flux d’environ 640×360 épargne l’essentiel du travail du boîtier.",
    sub_stream:
      "La caméra envoie aussi du {width}×{height} en H.264 : moins de travail si cela suffit.",
    onvif_unavailable:
      "La caméra ne dit rien d’elle par ONVIF. Le flux fonctionne sans, avec l’adresse RTSP.",
  },
};
