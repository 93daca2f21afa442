/** Shows the outcome of a command to the venue as a notice. */
import { showToast } from '../controls/toasts.ts'

export type CommandOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly fault: { readonly message: string } }
  | { readonly kind: 'not_supported' }
  | { readonly kind: 'not_sent'; readonly why: 'locked' | 'signed_out' | 'in_flight' }

const notSent = {
  locked: 'Trading locked in this tab. Unlock it in the top bar.',
  signed_out: 'You are signed out.',
  in_flight: 'The same is on its way already.',
} as const

export function sayOutcome(what: string, result: CommandOutcome, done: string, order?: string): void {
  const titled = (text: string): string => (order === undefined ? text : `${text}: ${order}`)
  switch (result.kind) {
    case 'done':
      showToast({ tone: 'ok', title: titled(done) })
      return
    case 'refused':
      showToast({ tone: 'danger', title: titled(`${what} refused`), body: result.reason })
      return
    case 'unknown':
      showToast({
        tone: 'warning',
        title: titled(`${what}, outcome unknown`),
        body: `${result.fault.message} The next poll of open orders will show it.`,
      })
      return
    case 'not_supported':
      showToast({ tone: 'neutral', title: `This venue has no such command`, body: what })
      return
    case 'not_sent':
      showToast({ tone: 'warning', title: titled(`${what} not sent`), body: notSent[result.why] })
  }
}
