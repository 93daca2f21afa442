/** One account's connection to its venue: a client that signs with its key, and the venue's clock. */
import { signToken } from '../../core/client/signing-key.ts'
import { createTokenMaker } from '../../core/client/token-maker.ts'
import { createTurns } from '../../core/client/turns.ts'
import type { Timers } from '../../core/client/timers.ts'
import type { Client } from '../../core/client/client-types.ts'
import type { Owner } from '../../core/domain/owner.ts'
import { createClient } from '../../core/client/create-client.ts'
import type { Http } from '../../core/client/http.ts'
import { clockFault, type ServerClock, createServerClock } from '../../core/client/server-clock.ts'
import type { Credentials } from '../../core/client/client-types.ts'
import type { FollowedAccount } from './accounts-file.ts'

export interface VenueAddress {
  /** Key of the venue's history, the same as in the app. */
  readonly venueKey: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly summaryUrl: string
  readonly feedUrl: string
}

export interface AccountSession {
  readonly owner: Owner
  readonly client: Client
  readonly clock: ServerClock
  readonly credentials: Credentials
  lacks(name: 'time' | 'orderBook' | 'marketSummary'): boolean
  /** Requests the venue's time if the last request is old, or if other responses contradict it. */
  keepTime(): Promise<void>
}

export interface SessionParts {
  readonly account: FollowedAccount
  readonly venue: VenueAddress
  readonly http: Http
  readonly timers: Timers
  refused(text: string | undefined): void
}

const timeEveryMs = 30_000
const timeWhileOffMs = 5_000

/** Unique across accounts and restarts of this process: the time in µs, always increasing. */
function createNonces(timers: Timers): () => number {
  let highest = 0
  return () => (highest = Math.max(Math.floor(timers.wallMs() * 1_000), highest + 1))
}

export function createAccountSession({ account, venue, http, timers, refused }: SessionParts): AccountSession {
  const owner = { venueKey: venue.venueKey, account: account.account }
  const absent = new Set<string>()
  const clock = createServerClock(
    timers,
    () => undefined,
    () => absent.has('time'),
  )
  let askedMs = Number.NEGATIVE_INFINITY
  const askTime = async (): Promise<void> => {
    askedMs = timers.monotonicMs()
    if (!absent.has('time')) await client.call('time', { lane: 'submit' })
  }
  const tokens = createTokenMaker(
    { apiKey: account.apiKey, lifeSeconds: account.tokenSeconds, perAddress: account.tokenPerAddress },
    {
      sign: claims => signToken(account.signingKey, claims),
      async clockKnown() {
        if (clock.offsetMs() === undefined) await askTime()
      },
      // The earliest possible time: a venue refuses a token from its future.
      nowMs: () => clock.nowMs() - clock.errorMs(),
      monotonicMs: timers.monotonicMs,
      nextNonce: createNonces(timers),
      takeTurn: createTurns(undefined, timers),
    },
  )
  const credentials: Credentials = {
    ...owner,
    serial: 1,
    tokenFor: address => tokens.tokenFor(address.replace(/\?.*$/, '')),
    leastLeftMs: tokens.leastLeftMs,
    answered: tokens.answered,
  }
  const client: Client = createClient({
    http,
    timers,
    addressOf: name => (name === 'marketSummary' ? venue.summaryUrl : venue.baseUrl),
    credentials: () => credentials,
    refused(_, text) {
      tokens.forget()
      // The venue's clock may have moved: private responses would not show that.
      void clockFault(clock, askTime).then(fault => refused(fault ?? text))
    },
    learn: (name, found) => void (found === 'absent' ? absent.add(name) : absent.delete(name)),
    clockSample: clock.sample,
  })
  return {
    owner,
    client,
    clock,
    credentials,
    lacks: name => absent.has(name),
    async keepTime() {
      if (timers.monotonicMs() - askedMs >= (clock.isOff() ? timeWhileOffMs : timeEveryMs)) await askTime()
    },
  }
}
