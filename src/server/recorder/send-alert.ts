/** Sends alerts by signed request or e-mail. Neither logs an address or secret or follows a redirect. */
import { createHmac } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { stripHostile } from '../../core/domain/safe-text.ts'
import type { Destination, Mailbox, Webhook } from '../../recorder/alerts/destinations.ts'
import type { SendAlert, AlertDelivery, SendResult } from '../../recorder/alerts/send-alert.ts'
import type { RecorderParts } from '../../recorder/create-recorder.ts'

const timeoutMs = 8_000
const longestSaid = 160

/** Sends one alert by e-mail. Server messages are reported without the addresses in them. */
async function sendMail(
  { host, port, security, ca, login, from, to }: Mailbox,
  { body, attempt }: AlertDelivery,
): Promise<SendResult> {
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    // Without TLS the server gets neither the login nor the mail.
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  try {
    const sent = await transport.sendMail({
      from: { name: 'Legwork', address: from },
      to: [...to],
      subject: `${body.account}: ${body.title}`,
      text: `${body.text}\n\n${body.kind} · ${body.at} · ${body.venue} · ${body.account}\n`,
      messageId: `<${body.id}@legwork.invalid>`,
      headers: { 'Legwork-Id': body.id, 'Legwork-Attempt': String(attempt), 'Auto-Submitted': 'auto-generated' },
    })
    return { kind: 'delivered', report: `took it: ${responseText(sent.response)}` }
  } catch (error) {
    return failureOf(error, ca !== undefined)
  } finally {
    transport.close()
  }
}

interface MailFailure {
  readonly responseCode?: number
  readonly response?: string
  readonly code?: string
  /** The system's code, which the library replaces with its own. */
  readonly originalCode?: string
  readonly message?: string
}

function certificateFault(code: string, hasAuthority: boolean): string | undefined {
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another host name'
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired'
    case 'CERT_NOT_YET_VALID':
      return 'its certificate is not valid yet'
    case 'CERT_SIGNATURE_FAILURE':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return hasAuthority
        ? 'its certificate is not signed by the authority of "caFile"'
        : 'its certificate is signed by an authority that this machine does not know: name its file as "caFile"'
    default:
      return undefined
  }
}

/** The system's code if the library reports only a socket failure. */
const codeOf = ({ code = 'unknown', message = '' }: MailFailure): string => /\bE[A-Z]{5,}\b/.exec(message)?.[0] ?? code

/** A 5xx code is final; certificate and TLS faults may be fixed later. */
function failureOf(error: unknown, hasAuthority: boolean): SendResult {
  const { responseCode, response, originalCode = '' } = error as MailFailure
  const fault = certificateFault(originalCode, hasAuthority)
  if (fault !== undefined) return { kind: 'again', report: `was not trusted: ${fault}` }
  if (responseCode === undefined)
    return { kind: 'again', report: `could not be reached: ${codeOf(error as MailFailure)}` }
  const said = `answered ${responseText(response ?? String(responseCode))}`
  return responseCode >= 500 ? { kind: 'refused', report: said } : { kind: 'again', report: said }
}

const responseText = (response: string): string =>
  stripHostile(response.replace(/[^\s<>]+@[^\s<>]+/g, '…').replace(/\s+/g, ' '), longestSaid).trim()

export function createSendAlert(post: RecorderParts['fetch']): SendAlert {
  return (destination: Destination, sending: AlertDelivery) =>
    destination.kind === 'webhook' ? sendWebhook(post, destination, sending) : sendMail(destination, sending)
}

async function sendWebhook(
  post: RecorderParts['fetch'],
  { url, secret }: Webhook,
  { body, attempt }: AlertDelivery,
): Promise<SendResult> {
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  try {
    const answer = await post(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'legwork-recorder',
        'legwork-id': body.id,
        'legwork-attempt': String(attempt),
        'legwork-timestamp': timestamp,
        'legwork-signature': signatureOf(secret, timestamp, text),
      },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // Its text is hidden from readers of the account: the address is the operator's.
    await answer.body?.cancel()
    return sentOf(answer.status, answer.headers.get('retry-after'))
  } catch (error) {
    return { kind: 'again', report: `could not be reached: ${reasonOf(error)}` }
  }
}

/** Temporary statuses are retried; other errors are final. */
const passing = new Set([408, 425, 429])

function sentOf(status: number, retryAfter: string | null): SendResult {
  const said = `answered ${status}`
  if (status >= 200 && status < 300) return { kind: 'delivered', report: said }
  if (status >= 300 && status < 400)
    return { kind: 'refused', report: `answered ${status}: a redirect, which is not followed` }
  if (status < 500 && !passing.has(status)) return { kind: 'refused', report: said }
  const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number.parseInt(retryAfter, 10) : undefined
  return { kind: 'again', report: said, afterMs: seconds === undefined ? undefined : seconds * 1_000 }
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in 8 s'
  const { code, cause } = error as NodeJS.ErrnoException
  return code ?? (cause === undefined ? error.name : reasonOf(cause))
}

/**
 * Value of `legwork-signature`: HMAC-SHA-256 of time and body with the shared secret. `timestamp` is that of
 * `legwork-timestamp`, `body` byte for byte.
 */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
