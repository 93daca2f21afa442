// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFeedMessage } from '../../../core/contract/feed.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { type Evidence, evidenceOfPush } from '../../../core/history/evidence.ts'
import { acceptedState, testIntent, testRecord } from '../../../testing/journal.fixture.ts'
import { beginSession, signOut } from '../venue/session.ts'
import { readVenue } from '../venue/venue.ts'
import { informDesk, onEvidence, publishEvidence } from './evidence.ts'

const a = clientOrderId('a')
const owner = () => ({ venueKey: readVenue().key, account: 'desk' })
const refreshed: Evidence = { kind: 'refreshed', client_order_id: a, atMs: 1 }
const signIn = (account: string): void =>
  beginSession({ method: 'token', account, token: 'a.b.c', expiresAtMs: undefined, keep: 'memory' })

let ends: (() => void)[] = []
const listen = () => {
  const heard: Evidence[] = []
  ends.push(onEvidence(evidence => heard.push(evidence)))
  return heard
}
beforeEach(() => signIn('desk'))
afterEach(() => {
  for (const end of ends) end()
  ends = []
  signOut()
  vi.unstubAllGlobals()
})

describe('evidence', () => {
  it('is heard by all who listen, in the moment it is published, until they stop', () => {
    const [one, other] = [listen(), listen()]
    publishEvidence(refreshed, owner())
    ends[0]?.()
    publishEvidence({ ...refreshed, atMs: 2 }, owner())
    expect([one, other]).toEqual([[refreshed], [refreshed, { ...refreshed, atMs: 2 }]])
  })
  it('of another account, another venue, or of one that is signed out meanwhile is dropped', () => {
    const heard = listen()
    publishEvidence(refreshed, { ...owner(), account: 'other' })
    publishEvidence(refreshed, { ...owner(), venueKey: 'elsewhere' })
    const before = owner()
    signIn('other')
    publishEvidence(refreshed, before)
    signOut()
    publishEvidence(refreshed, before)
    expect(heard).toEqual([])
  })
  it('delays neither its publisher nor other listeners if one fails: the failure is reported', () => {
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
    const fault = new Error('a fault of a listener')
    ends.push(
      onEvidence(() => {
        throw fault
      }),
    )
    const heard = listen()
    expect(() => publishEvidence(refreshed, owner())).not.toThrow()
    expect([heard, reported]).toEqual([[refreshed], [fault]])
  })
})

describe('of what was learnt the order desk takes', () => {
  const taken = (evidence: Evidence) => {
    const calls: unknown[] = []
    informDesk(
      { seenOpen: records => calls.push(['open', records.length]), pushed: id => calls.push(['pushed', id]) },
      evidence,
      owner(),
    )
    return calls
  }
  const end = { kind: 'end', client_order_id: a, reason: 'timeout', filled_quantity: undefined, atMs: 1 } as const
  it('what shows that an order of its own exists, and nothing that says so of none', () => {
    const list = { kind: 'listed', records: [testRecord('a', 0)], isWhole: false, askedMs: 1, askedAtMs: 1 } as const
    expect(taken(list)).toEqual([['open', 1]])
    expect(taken({ ...end, isKnown: true })).toEqual([['pushed', a]])
    expect(taken({ ...end, isKnown: false })).toEqual([])
    expect(taken({ kind: 'unclear', client_order_id: a, isKnown: true })).toEqual([['pushed', a]])
    expect(taken({ kind: 'unclear', client_order_id: a, isKnown: false })).toEqual([])
    expect(taken({ kind: 'intents', intents: [testIntent('a', acceptedState('a'), [])] })).toEqual([])
    expect(taken({ kind: 'command', command: 'cancel', key: 'all', outcome: 'done', atMs: 1 })).toEqual([])
  })
})

describe('a push', () => {
  const told = (message: object) => {
    const read = readFeedMessage(JSON.stringify(message))
    if (!read.ok) throw new Error(`unread: ${JSON.stringify(read)}`)
    return evidenceOfPush(read.message, 7)
  }
  const cancel = (more: object) => ({
    cancel_order: {
      server_utc_timestamp: '1795000000000000',
      utc_timestamp: '1795000000000000',
      tradeable_entity_id: '16',
      symbol: 'BTC-USD-PERPETUAL',
      order_id: '9',
      client_order_id: 'a',
      filled_quantity: '0.5',
      reason: 'user_cancelled',
      ...more,
    },
  })
  it('of an end has its reason and how much was filled, where it says', () => {
    const known = { kind: 'end', client_order_id: 'a', reason: 'user_cancelled', isKnown: true, atMs: 7 }
    expect(told(cancel({}))).toEqual({ ...known, filled_quantity: dec('0.5') })
    for (const filled_quantity of [null, undefined])
      expect(told(cancel({ filled_quantity }))).toEqual({ ...known, filled_quantity: undefined })
  })
  it.each([
    'user_cancelled',
    'timeout',
    'immediate_with_insufficient_liquidity',
    'insufficient_account_balance',
    'liquidation',
    'supervisory',
  ])('by %s is an end', reason => expect(told(cancel({ reason }))).toMatchObject({ kind: 'end', reason }))
  it.each(['order has been fully executed and cannot be cancelled', 'pending_cancel', '', 'some new word'])(
    'whose reason is “%s” is no end: only the order’s own record tells',
    reason => {
      expect(told(cancel({ reason }))).toEqual({ kind: 'unclear', client_order_id: 'a', isKnown: true })
    },
  )
  it('about an order the venue does not know carries the ids it was asked with, and shows none', () => {
    const unknown = {
      reason: 'exchange order_id or client_order_id not found in order cache',
      symbol: undefined,
      filled_quantity: undefined,
    }
    expect(told(cancel(unknown))).toEqual({ kind: 'unclear', client_order_id: 'a', isKnown: false })
    expect(told(cancel({ client_order_id: undefined }))).toBeUndefined()
  })
  it('of a heartbeat is no evidence of an order', () => {
    expect(told({ heartbeat: { timestamp: '1795000000000000' } })).toBeUndefined()
  })
})
