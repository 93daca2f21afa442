/** How a webhook's receiver knows that a request is of this recorder: HMAC-SHA-256 of the time and the body, under the secret that both have. */
import { createHmac } from 'node:crypto'

/** As `legwork-signature`; `timestamp` as `legwork-timestamp` has it, `body` byte for byte. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
