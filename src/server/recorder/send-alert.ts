/** How alerts leave this process: by a signed request, or by e-mail. Neither tells an address or a secret, and neither follows a redirect. */
import type { Destination, Webhook } from '../../recorder/alerts/destinations.ts'
import type { RecorderParts } from '../../recorder/create-recorder.ts'
import type { SendAlert, Sending, Sent } from '../../recorder/alerts/send-alert.ts'
import { signatureOf } from '../../recorder/alerts/sign-alert.ts'
import { sendMail } from './send-mail.ts'

const timeoutMs = 8_000

export function createSendAlert(post: RecorderParts['fetch']): SendAlert {
  return (destination: Destination, sending: Sending) =>
    destination.kind === 'webhook' ? sendWebhook(post, destination, sending) : sendMail(destination, sending)
}

async function sendWebhook(post: RecorderParts['fetch'], { url, secret }: Webhook, { body, attempt }: Sending): Promise<Sent> {
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
    // Its text is not for whoever may read the account: the address is the operator's.
    await answer.body?.cancel()
    return sentOf(answer.status, answer.headers.get('retry-after'))
  } catch (error) {
    return { kind: 'again', said: `could not be reached: ${reasonOf(error)}` }
  }
}

/** What may be otherwise in a moment is tried again; any other no is final. */
const passing = new Set([408, 425, 429])

function sentOf(status: number, retryAfter: string | null): Sent {
  const said = `answered ${status}`
  if (status >= 200 && status < 300) return { kind: 'delivered', said }
  if (status >= 300 && status < 400) return { kind: 'refused', said: `answered ${status}: a redirect, which is not followed` }
  if (status < 500 && !passing.has(status)) return { kind: 'refused', said }
  const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number.parseInt(retryAfter, 10) : undefined
  return { kind: 'again', said, afterMs: seconds === undefined ? undefined : seconds * 1_000 }
}

/** The system's code; its message may name the address. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in 8 s'
  const { code, cause } = error as NodeJS.ErrnoException
  return code ?? (cause === undefined ? error.name : reasonOf(cause))
}
