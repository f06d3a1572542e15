/** Names of the views. */
export const nav = {
  overview: "Overview",
  cameras: "Cameras",
  incidents: "Incidents",
  policies: "Policies",
  robots: "Robots",
  jobs: "Jobs",
  media: "Media",
  voice: "Voice",
  health: "Health",
  webhooks: "Webhooks",
  keys: "Keys",
  configuration: "Configuration",
  doctor: "Doctor",
};
