import type { addCamera as source } from "../en/add-camera.ts";

/** The way to a new camera. */
export const addCamera: typeof source = {
  title: "Ajouter une caméra",
  found: "Trouvées sur le réseau",
  searching: "Recherche …",
  searchAgain: "Chercher encore",
  noneFound: "Aucune caméra n’a répondu. Ajoutez par adresse celles d’autres réseaux.",
  watched: "déjà ajoutée : {names}",
  choose: "Choisir",
  try: "Ajouter par adresse",
  address: "Adresse",
  addressHint: "Adresse RTSP, ou nom d’hôte ou adresse IP (utilise ONVIF).",
  username: "Nom d’utilisateur",
  password: "Mot de passe",
  tryButton: "Tester la connexion",
  trying: "Test de la caméra pendant quelques secondes …",
  unreachable: "Aucune réponse à cette adresse. Vérifiez le câble, l’adresse et le réseau.",
  needsPassword: "La caméra demande un nom d’utilisateur et un mot de passe.",
  wrongPassword: "Nom d’utilisateur ou mot de passe incorrect.",
  unusable: "La caméra répond mais n’envoie pas de vidéo exploitable.",
  result: "Détails du flux",
  maker: "Fabricant",
  codec: "Codec",
  size: "Résolution",
  rate: "fps",
  keyFrames: "Images clés",
  everySec: "toutes les {seconds} s",
  advice: "Conseils",
  nameHint: "Lettres, chiffres, point et tiret. Non modifiable ensuite.",
  useSub: "Analyser le flux secondaire, enregistrer le principal",
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
    clock_unknown: "La caméra n’indique pas son heure.",
    no_sub_stream:
      "La caméra n’offre pas de flux H.264 plus petit. Un flux d’environ 640×360 épargne l’essentiel du travail du boîtier.",
    sub_stream:
      "La caméra envoie aussi du {width}×{height} en H.264 : moins de travail si cela suffit.",
    onvif_unavailable: "ONVIF non disponible. Avec l’adresse RTSP, le flux fonctionne sans.",
  },
};
