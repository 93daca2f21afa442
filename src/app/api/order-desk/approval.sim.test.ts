import { describe, expect, it } from 'vitest'
import { runApprovalWorld } from '../../../testing/order-desk/approval-world.sim.ts'

const seeds = Number(process.env['DESK_SEEDS'] ?? 240) / 2

describe('orders that wait for approval, simulated', () => {
  it('leave at most once, by a grant of their own bytes, and never after they ended', {
    timeout: 120_000,
  }, async () => {
    const ends = new Map<string, number>()
    let sent = 0
    for (let seed = 1; seed <= seeds; seed += 1) {
      const history = await runApprovalWorld(seed)
      sent += history.sent
      for (const [end, count] of history.ends) ends.set(end, (ends.get(end) ?? 0) + count)
    }
    expect(sent).toBeGreaterThan(seeds / 2)
    const words = [
      'Declined by',
      'No approval',
      'You withdrew',
      'You were',
      'Another order',
      'Its quote',
      'It was',
      'The server',
    ]
    for (const end of ['dropped', 'accepted', ...words.map(each => `unsent: ${each}`)])
      expect(ends.get(end), end).toBeGreaterThan(0)
  })

  it.each([
    ['sends_without_word', /left without an approval/],
    ['approval_of_another', /left by the approval of another/],
  ] as const)(
    'fail the simulation where something is wrong (%s), so it can',
    { timeout: 60_000 },
    async (plant, why) => {
      const found: string[] = []
      for (let seed = 1; seed <= 20; seed += 1) {
        await runApprovalWorld(seed, plant).catch((error: unknown) => found.push(String(error)))
      }
      expect(found.filter(text => why.test(text)).length).toBeGreaterThan(0)
    },
  )
})
