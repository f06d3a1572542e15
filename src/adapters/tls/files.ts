/** Folder of the site's authority and certificate below the data directory. */
export const tlsDirectory = "tls";

/** The authority's certificate, which clients are to trust. */
export const authorityFile = "site-ca.pem";

/** The authority's private key. */
export const authorityKeyFile = "site-ca.key";

/** The server's key and certificate, in one file so that a power cut cannot part them. */
export const serverFile = "server.pem";
