/** An inference server of the site and the model that it runs. */
export interface InferenceServerAddress {
  /** Name of the installed model whose manifest describes its input and output. */
  model: string;
  /** Base address, `http://host:port`, or `https://`; a path before `/v2` is kept. */
  url: string;
  /** The model's name on the server, when it has another there. */
  remoteName?: string | undefined;
}
