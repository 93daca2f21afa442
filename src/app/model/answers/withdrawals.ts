/**
 * Cancels answers when their RFQ ends. A cancel without a result, or refused while the answer may still trade, is sent
 * again with growing delays until the answer is known to be over. It never sends an order.
 */
import type { CommandResult } from '../../api/account/order-commands.ts'

export interface Withdrawable {
  readonly id: string
  readonly orderId: string | undefined
}

interface Parts<Answer> {
  cancel(answer: Answer): Promise<CommandResult<unknown>>
  /** Called once per answer and kind of result. */
  report(answer: Answer, kind: CommandResult<unknown>['kind']): void
  after(ms: number, run: () => void): () => void
}

interface Withdrawal<Answer> {
  answer: Answer
  tries: number
  stopWaiting: () => void
  readonly reported: Set<string>
}

const firstRetryMs = 2_000
const longestRetryMs = 60_000

export class Withdrawals<Answer extends Withdrawable> {
  readonly #parts: Parts<Answer>
  readonly #current = new Map<string, Withdrawal<Answer>>()

  constructor(parts: Parts<Answer>) {
    this.#parts = parts
  }

  /** `ended`: all answers that may still trade although their RFQ has ended. */
  see(ended: readonly Answer[]): void {
    const ids = new Set(ended.map(answer => answer.id))
    for (const [id, { stopWaiting }] of this.#current) {
      if (ids.has(id)) continue
      stopWaiting()
      this.#current.delete(id)
    }
    for (const answer of ended) {
      const known = this.#current.get(answer.id)
      if (known !== undefined) {
        known.answer = answer
        continue
      }
      const fresh = { answer, tries: 0, stopWaiting: () => undefined, reported: new Set<string>() }
      this.#current.set(answer.id, fresh)
      void this.#try(fresh)
    }
  }

  stop(): void {
    this.see([])
  }

  async #try(one: Withdrawal<Answer>): Promise<void> {
    const { kind } = await this.#parts.cancel(one.answer)
    const isCurrent = this.#current.get(one.answer.id) === one
    // The push of the end may come before the answer.
    if (!one.reported.has(kind) && (isCurrent || kind === 'done')) this.#parts.report(one.answer, kind)
    if (!isCurrent) return
    one.reported.add(kind)
    if (kind === 'done' || kind === 'not_supported') return
    one.tries += 1
    one.stopWaiting = this.#parts.after(
      Math.min(longestRetryMs, firstRetryMs * 2 ** (one.tries - 1)),
      () => void this.#try(one),
    )
  }
}
