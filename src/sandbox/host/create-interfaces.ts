/**
 * The interfaces of an exchange that a host stores: requests, the socket, and the desk that sets time, prices and faults.
 * The host brings what the language lacks (a clock, compression, a pause) and whatever carries requests and messages to them.
 */
import type { Hono } from 'hono'
import { type Connection, injectAnswerFaults, partlyFilling } from '../control/answer-faults.ts'
import { createControlApp } from '../control/control-app.ts'
import type { Faults } from '../control/faults.ts'
import { injectFeedFaults } from '../control/feed-faults.ts'
import { createFeedHub, type FeedHub, publishing } from '../feed/hub.ts'
import { createFlow, type FlowRate } from '../flow/participants.ts'
import type { ApiKeys } from '../http/api-keys.ts'
import { createSandboxApp } from '../http/app.ts'
import type { Compress } from '../http/cached-text.ts'
import type { Profile } from '../http/profile.ts'
import { burstOf, createRateLimiter } from '../http/rate-limit.ts'
import { createTokenKeys } from '../http/tokens.ts'
import type { LeftOut } from '../left-out.ts'
import { followClients } from '../market/activity.ts'
import type { Watched } from '../watch-soundness.ts'
import type { WrittenExchange } from './stored-exchange.ts'

export interface InterfaceSettings {
  readonly profile: Profile
  readonly requestsPerSecond: number
  /** RFQs of other participants; none by default. */
  readonly flow?: FlowRate | undefined
  /** What tokens are held to beyond the contract. */
  readonly tokens?: 'any' | 'strict' | undefined
  /** How long a client of the socket may send nothing, ms. */
  readonly silenceMs?: number | undefined
}

export interface InterfaceParts {
  readonly saved: WrittenExchange
  readonly watched: Watched
  readonly signingKey: TokenSigningKey
  readonly apiKeys?: ApiKeys | undefined
  /** Without faults there is no control panel either. */
  readonly faults: Faults | undefined
  readonly leftOut: LeftOut
  /** Without it answers are not compressed. */
  readonly compress?: Compress | undefined
  /** Yields to other work of the host. */
  pause(): Promise<void>
  sleep(ms: number): Promise<void>
  /** The host's clock that never goes back, ms. */
  steadyMs(): number
  /** A name of this run, for entity tags. */
  readonly run: string
  /** The connection a request (of the host's own type) came by, where the host has sockets. */
  connectionOf(request: unknown): Connection | undefined
  onError(error: unknown): void
}

type TokenSigningKey = NonNullable<Parameters<typeof createTokenKeys>[0]>['signingKey']

export interface ExchangeInterfaces {
  /** What lies under the paths of the contract. */
  readonly answers: Pick<Hono, 'fetch'>
  /** What lies under `controlPath`; the host decides who may go there. */
  readonly desk: Pick<Hono, 'fetch'> | undefined
  /** The core profile has none. */
  readonly feed: FeedHub | undefined
  /** To be called about once a second. */
  tick(): void
}

export async function createInterfaces(settings: InterfaceSettings, parts: InterfaceParts): Promise<ExchangeInterfaces> {
  const { saved, watched, signingKey, apiKeys, faults, leftOut, compress, pause, run, onError } = parts
  const { market, clock: venueClock } = saved
  const { profile, requestsPerSecond } = settings
  const clock = venueClock.now
  const keys = await createTokenKeys({ signingKey, apiKeys, isStrict: settings.tokens === 'strict', hostMs: venueClock.hostMs })
  const { judge, verify, isEnded } = keys
  const rateLimiter = createRateLimiter({ perSecond: requestsPerSecond, burst: burstOf(requestsPerSecond) }, parts.steadyMs)
  const { exchange: followed, activity } = followClients(watched.exchange)
  const published = publishing(followed, events => feed?.publish(events))
  const exchange = faults === undefined ? published : partlyFilling(published, faults)
  const limits = settings.silenceMs === undefined ? {} : { silenceMs: settings.silenceMs }
  const feedParts = { exchange, market, clock, hostMs: parts.steadyMs, judge, isEnded, rateLimiter, limits, onError, leftOut }
  const feed = profile === 'core' ? undefined : createFeedHub(feedParts)
  const texts = { ...(compress === undefined ? {} : { compress }), pause, run }
  const app = createSandboxApp({ exchange, market, activity, keys, profile, clock, ...texts, onError, rateLimiter, leftOut })
  const flow = createFlow(exchange, market, 'flow', settings.flow ?? 'off')
  const tick = (): void => flow.tick(exchange.apply({ kind: 'tick' }, clock()).at)
  if (faults === undefined) return { answers: app, desk: undefined, feed, tick }
  const desk = createControlApp({ exchange, market, clock: venueClock, faults, changed: () => watched.watch(saved.saveControl) })
  const { sleep, connectionOf } = parts
  return {
    answers: injectAnswerFaults({ inner: app, faults, clock, verify, sleep, connectionOf }),
    desk,
    feed: feed === undefined ? undefined : injectFeedFaults({ inner: feed, faults, clock, verify, sleep, onError }),
    tick,
  }
}
