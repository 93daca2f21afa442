/** One alert as an e-mail. What the server says is told without the addresses in it. */
import { createTransport } from 'nodemailer'
import type { Mailbox } from '../../recorder/alerts/destinations.ts'
import type { Sending, Sent } from '../../recorder/alerts/send-alert.ts'
import { stripHostile } from '../../domain/safe-text.ts'

const timeoutMs = 8_000
const longestSaid = 160

export async function sendMail({ host, port, security, login, from, to }: Mailbox, { body, attempt }: Sending): Promise<Sent> {
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    // A server that offers no TLS gets neither the login nor the mail.
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
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
    return { kind: 'delivered', said: `took it: ${wordsOf(sent.response)}` }
  } catch (error) {
    return failureOf(error)
  } finally {
    transport.close()
  }
}

interface MailFailure {
  readonly responseCode?: number
  readonly response?: string
  readonly code?: string
  readonly message?: string
}

/** The system's own code where the library only says that a socket failed. */
const codeOf = ({ code = 'unknown', message = '' }: MailFailure): string => /\bE[A-Z]{5,}\b/.exec(message)?.[0] ?? code

/** A code of the 500s is the server's last word; a wrong certificate or no TLS may be mended. */
function failureOf(error: unknown): Sent {
  const { responseCode, response } = error as MailFailure
  if (responseCode === undefined) return { kind: 'again', said: `could not be reached: ${codeOf(error as MailFailure)}` }
  const said = `answered ${wordsOf(response ?? String(responseCode))}`
  return responseCode >= 500 ? { kind: 'refused', said } : { kind: 'again', said }
}

const wordsOf = (response: string): string =>
  stripHostile(response.replace(/[^\s<>]+@[^\s<>]+/g, '…').replace(/\s+/g, ' '), longestSaid).trim()
