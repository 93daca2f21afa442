/**
 * The interfaces of a stored exchange: HTTP requests, socket, control desk. The host supplies platform features (clock,
 * compression, pause) and the transport.
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
import type { WatchedExchange } from '../watch-soundness.ts'
import type { WrittenExchange } from './stored-exchange.ts'

export interface InterfaceSettings {
  readonly profile: Profile
  readonly requestsPerSecond: number
  readonly flow?: FlowRate | undefined
  readonly tokens?: 'any' | 'strict' | undefined
  readonly silenceMs?: number | undefined
}

export interface InterfaceParts {
  readonly saved: WrittenExchange
  readonly watched: WatchedExchange
  readonly signingKey: TokenSigningKey
  readonly apiKeys?: ApiKeys | undefined
  readonly faults: Faults | undefined
  readonly leftOut: LeftOut
  readonly compress?: Compress | undefined
  pause(): Promise<void>
  sleep(ms: number): Promise<void>
  /** Monotonic host clock, ms. */
  steadyMs(): number
  readonly run: string
  connectionOf(request: unknown): Connection | undefined
  onError(error: unknown): void
}

type TokenSigningKey = NonNullable<Parameters<typeof createTokenKeys>[0]>['signingKey']

export interface ExchangeInterfaces {
  readonly answers: Pick<Hono, 'fetch'>
  readonly desk: Pick<Hono, 'fetch'> | undefined
  readonly feed: FeedHub | undefined
  tick(): void
}

export async function createInterfaces(
  settings: InterfaceSettings,
  parts: InterfaceParts,
): Promise<ExchangeInterfaces> {
  const { saved, watched, signingKey, apiKeys, faults, leftOut, compress, pause, run, onError } = parts
  const { market, clock: venueClock } = saved
  const { profile, requestsPerSecond } = settings
  const clock = venueClock.now
  const keys = await createTokenKeys({
    signingKey,
    apiKeys,
    isStrict: settings.tokens === 'strict',
    hostMs: venueClock.hostMs,
  })
  const { judge, verify, isEnded } = keys
  const rateLimiter = createRateLimiter(
    { perSecond: requestsPerSecond, burst: burstOf(requestsPerSecond) },
    parts.steadyMs,
  )
  const { exchange: followed, activity } = followClients(watched.exchange)
  const published = publishing(followed, events => feed?.publish(events))
  const exchange = faults === undefined ? published : partlyFilling(published, faults)
  const limits = settings.silenceMs === undefined ? {} : { silenceMs: settings.silenceMs }
  const feedParts = {
    exchange,
    market,
    clock,
    hostMs: parts.steadyMs,
    judge,
    isEnded,
    rateLimiter,
    limits,
    onError,
    leftOut,
  }
  const feed = profile === 'core' ? undefined : createFeedHub(feedParts)
  const texts = { ...(compress === undefined ? {} : { compress }), pause, run }
  const app = createSandboxApp({
    exchange,
    market,
    activity,
    keys,
    profile,
    clock,
    ...texts,
    onError,
    rateLimiter,
    leftOut,
  })
  const flow = createFlow(exchange, market, 'flow', settings.flow ?? 'off')
  const tick = (): void => flow.tick(exchange.apply({ kind: 'tick' }, clock()).at)
  if (faults === undefined) return { answers: app, desk: undefined, feed, tick }
  const desk = createControlApp({
    exchange,
    market,
    clock: venueClock,
    faults,
    changed: () => watched.watch(saved.saveControl),
  })
  const { sleep, connectionOf } = parts
  return {
    answers: injectAnswerFaults({ inner: app, faults, clock, verify, sleep, connectionOf }),
    desk,
    feed: feed === undefined ? undefined : injectFeedFaults({ inner: feed, faults, clock, verify, sleep, onError }),
    tick,
  }
}
