import { describe, expect, it } from 'vitest'
import { createSigningKey } from '../http/tokens.ts'
import { limitOrder } from '../../../testing/outside-orders.ts'
import { openSpoilt } from '../../../testing/stored-exchange.fixture.ts'

type Json = Record<string, unknown>
const json = async (answer: Response): Promise<Json> => (await answer.json()) as Json

describe('the interfaces of a stored exchange', () => {
  it('take a token that its key signed, also in another run, and no other', async () => {
    const signingKey = await createSigningKey()
    const [first, second, other] = [
      await openSpoilt({ signingKey }),
      await openSpoilt({ signingKey }),
      await openSpoilt(),
    ]
    const token = await first.signIn('ann')
    await second.signIn('ann')
    const balances = async (venue: typeof first) =>
      await json(await venue.send('GET', '/v1/api/balances', undefined, token))
    expect(await balances(second)).toHaveProperty('balance_response')
    expect(await balances(other)).not.toHaveProperty('balance_response')
  })

  it('let time pass at a tick', async () => {
    const venue = await openSpoilt()
    const token = await venue.signIn('ann')
    await venue.send('POST', '/v1/api/order', { new_order: limitOrder('a') }, token)
    const before = venue.saved.exchange.digest()
    venue.clocks.pass(3_600_000)
    venue.tick()
    expect(venue.saved.exchange.digest()).not.toBe(before)
  })
})
