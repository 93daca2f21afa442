import { expect, test } from 'vitest'
import type { CommandResult } from '../../api/account/order-commands.ts'
import { Withdrawals } from './withdrawals.ts'

const lost = { kind: 'unknown', fault: { kind: 'network', message: 'No answer.' } } as unknown as CommandResult<unknown>
const done: CommandResult<unknown> = { kind: 'done', answer: {} }
const refused: CommandResult<unknown> = { kind: 'refused', reason: 'not found' }

function setUp(results: CommandResult<unknown>[]) {
  const sent: string[] = []
  const reports: string[] = []
  const timers: { readonly ms: number; readonly run: () => void; isOff: boolean }[] = []
  const withdrawals = new Withdrawals<{ readonly id: string; readonly orderId: string | undefined }>({
    async cancel({ id }) {
      sent.push(id)
      return await Promise.resolve(results.shift() ?? done)
    },
    report: ({ id }, kind) => reports.push(`${id} ${kind}`),
    after(ms, run) {
      const timer = { ms, run, isOff: false }
      timers.push(timer)
      return () => (timer.isOff = true)
    },
  })
  return { sent, reports, timers, withdrawals }
}
const answer = { id: 'a', orderId: undefined }
const settle = async (): Promise<void> => await Promise.resolve().then(() => Promise.resolve())

test('an answer is cancelled once when its RFQ has ended, however often that is seen', async () => {
  const { sent, reports, timers, withdrawals } = setUp([done])
  withdrawals.see([answer])
  withdrawals.see([answer])
  await settle()
  withdrawals.see([answer])
  expect([sent, reports, timers]).toEqual([['a'], ['a done'], []])
})

test('a cancel without an answer, or refused while the answer may still trade, is sent again with growing delays', async () => {
  const { sent, reports, timers, withdrawals } = setUp([lost, lost, refused, done])
  withdrawals.see([answer])
  for (const index of [0, 1, 2]) {
    await settle()
    timers[index]?.run()
  }
  await settle()
  expect(timers.map(timer => timer.ms)).toEqual([2_000, 4_000, 8_000])
  expect([sent.length, reports]).toEqual([4, ['a unknown', 'a refused', 'a done']])
})

test('nothing more is sent once the answer is known to be over', async () => {
  const { sent, timers, withdrawals } = setUp([lost])
  withdrawals.see([answer])
  await settle()
  withdrawals.see([])
  expect(timers.map(timer => timer.isOff)).toEqual([true])
  expect(sent).toEqual(['a'])
})

test('a withdrawal is reported also if the end of the answer became known before the venue answered', async () => {
  const { reports, withdrawals } = setUp([done])
  withdrawals.see([answer])
  withdrawals.see([])
  await settle()
  expect(reports).toEqual(['a done'])
})
