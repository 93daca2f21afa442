import { generateKeyPairSync } from 'node:crypto'

/** A key pair of the venue's API as PEM texts. */
export const keyPair = (namedCurve = 'P-256') =>
  generateKeyPairSync('ec', {
    namedCurve,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  })
