import type { HealthTexts } from "./health-texts.ts";

/** Spanish. */
export const es: HealthTexts = {
  disclaimer:
    "Este informe ayuda al triaje. No es un diagnóstico y no sustituye el criterio de un profesional sanitario cualificado.",
  measuredOnly:
    "El registro se midió en este dispositivo y no se interpretó. Debe leerlo un profesional cualificado.",
  referral: {
    critical: "Llame ahora a emergencias o lleve a la persona a un servicio de urgencias.",
    urgent: "Haga que un clínico vea a la persona hoy.",
    standard: "Pida cita con un clínico.",
    low: "Basta el seguimiento habitual mientras nada cambie.",
  },
  warningSigns: [
    "Dificultad para respirar o labios azulados",
    "Dolor u opresión en el pecho",
    "Debilidad repentina, cara caída o dificultad para hablar",
    "Una crisis de más de cinco minutos, o varias sin despertar entre ellas",
    "Pérdida del conocimiento o confusión nueva",
    "Sangrado abundante que no se detiene",
  ],
  redFlag: {
    title: "Señal de alarma en la información dada",
    summary: "La información dada menciona: {flag}.",
  },
  quality: {
    title: "Calidad del registro",
    summary: "{usable} de {total} canales son utilizables; el registro dura {seconds} s.",
  },
  spectrum: {
    title: "Espectro",
    summary:
      "Parte mediana de la potencia: delta {delta} %, theta {theta} %, alfa {alpha} %, beta {beta} %.",
  },
  transients: {
    title: "Transitorios agudos",
    summary:
      "Mediana de {rate} transitorios agudos por minuto; los parpadeos y los músculos también los causan.",
  },
  classifier: {
    title: "Clasificador de crisis",
    seizure:
      "El clasificador configurado señala un patrón de crisis cerca de {at} s con una puntuación de {score}.",
    none: "El clasificador configurado no señala ningún patrón de crisis; su puntuación más alta es {score}.",
  },
  segmentation: {
    title: "Segmentos del registro",
    found:
      "Segmentos que el modelo configurado marca como «{label}»: {count}, en total {seconds} s; el más largo va de {from} s a {to} s.",
    none: "El modelo configurado no marca ningún segmento; su puntuación más alta es {score}.",
  },
  selfHarm:
    "Se indicaron pensamientos de autolesión: hable ahora con la persona y contacte con la ayuda de crisis local o con emergencias.",
};
