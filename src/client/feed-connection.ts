/**
 * One socket to the venue: found out about, opened, logged in, watched and opened again. It hands on what the venue pushes to the account that
 * logged in, and says where it stands; what a push means is its listener's affair.
 *
 * Invariants: at most one socket at a time; nothing is handed on before the login is answered, nor after the session or the venue became
 * another; the token goes into the login message, to the address of its venue, and nowhere else. A venue that lacks a socket is asked once.
 */
import { errorCodes } from '../contract/failure.ts'
import {
  type FeedMessage,
  type FeedMessageName,
  type FeedRequest,
  loginSucceeded,
  readFeedMessage,
  writeFeedRequest,
} from '../contract/feed.ts'
import { microsFromMs } from '../domain/time.ts'
import type { Credentials } from './client-types.ts'
import { backOffMs, type Timers } from './timers.ts'

export interface FeedSocket {
  send(text: string): void
  close(): void
}
export interface SocketEvents {
  opened(): void
  message(text: string): void
  /** Once, from either side; also when it never opened. */
  closed(): void
}
export type OpenSocket = (url: string, events: SocketEvents) => FeedSocket

/** Where a socket stands. */
export type FeedState =
  /** Nobody is signed in, or the page has been hidden for long. */
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  /** Logged in, and heard of lately. */
  | { readonly kind: 'live' }
  /** Lost, and tried again by itself. */
  | { readonly kind: 'waiting'; readonly why: string; readonly failures: number }
  /** The venue takes no login here; nothing is tried until the session or the venue is another, or the page wakes. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The venue has none. */
  | { readonly kind: 'absent' }

/** Does the venue have a socket? `unclear`: only opening one answers that. */
export type Probed = 'present' | 'absent' | 'unclear'

export interface FeedParts {
  readonly timers: Timers
  readonly open: OpenSocket
  address(): string
  probe(): Probed
  /** Asked before each login, so that a session with short-lived tokens gives a fresh one. */
  credentials(): Credentials | undefined | Promise<Credentials | undefined>
  /** What the venue pushed to `owner`. */
  pushed(message: FeedMessage, owner: Credentials): void
  /** A message that is no news: the answer to `askTrades`, a heartbeat. */
  answered?(message: FeedMessage, owner: Credentials): void
  /** Whether everybody's RFQs are wanted; asked when the socket becomes live. They come to `answered`. */
  wantsRfqs?(): boolean
  /** A message of a known name that could not be read: something happened, and what is not known. */
  unread(name: string, owner: Credentials): void
  changed(state: FeedState): void
}

const firstWaitMs = 1_000
const loginMs = 8_000
/** The venue expects a heartbeat about so often. */
const heartbeatMs = 5_000
/** The venue beats every few seconds; silence for half of this is asked about. */
const silenceMs = 15_000
/** Of the time that a token has left at the least. */
const loginShare = 0.8
const mostBlindTries = 3
const mostRefusals = 3
/** After so many refusals. */
const refusedWaitMs = 5 * 60_000

type Message<Name extends FeedMessageName> = Extract<FeedMessage, { name: Name }>
type TradesRequest = Extract<FeedRequest, { name: 'trade_history_request' }>['body']
const isNews = (name: string): boolean => name === 'execution' || name === 'order_accepted' || name === 'cancel_order'

export type RfqMessage = Message<'snapshot'> | Message<'order_added'> | Message<'order_deleted'>
export const isRfqName = (name: string): name is RfqMessage['name'] =>
  name === 'snapshot' || name === 'order_added' || name === 'order_deleted'
/** Tag of the requests about everybody's RFQs. */
export const rfqsTag = 'rfqs'

export class FeedConnection {
  readonly #parts: FeedParts
  #state: FeedState = { kind: 'off' }
  /** Grows with every attempt: what an older one still brings is not listened to. */
  #turn = 0
  #socket: FeedSocket | undefined
  #cancels: (() => void)[] = []
  #cancelSilence: () => void = () => undefined
  #cancelBeat: () => void = () => undefined
  #loginAnswered: () => void = () => undefined
  #failures = 0
  #refusals = 0
  #isPresent = false

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  readonly state = (): FeedState => this.#state

  /** Another session, or the page woke: whatever there was is dropped, and a socket opened at once. */
  restart(): void {
    this.#failures = 0
    this.#refusals = 0
    void this.#connect()
  }

  /** Another venue: what was found out about the one before does not count. */
  forget(): void {
    this.#isPresent = false
    this.restart()
  }

  /** Until `restart`. */
  rest(): void {
    this.#drop()
    this.#set({ kind: 'off' })
  }

  /** Asks for the account's fills, where the socket is live; the answer comes to `answered` under the same tag. */
  askTrades(wanted: Pick<TradesRequest, 'trade_time' | 'trade_count'> & { readonly user_tag: string }): void {
    if (this.#state.kind === 'live') this.#socket?.send(writeFeedRequest('trade_history_request', wanted))
  }

  /** Where the socket is live, everybody's RFQs come from now on, or no longer; else `wantsRfqs` is asked once it is. */
  requestRfqs(wanted: boolean): void {
    if (this.#state.kind !== 'live') return
    this.#socket?.send(writeFeedRequest(wanted ? 'register_for_rfqs' : 'deregister_for_rfqs', { user_tag: rfqsTag }))
  }

  #set(state: FeedState): void {
    if (state.kind === this.#state.kind && state.kind !== 'waiting') return
    this.#state = state
    this.#parts.changed(state)
  }

  #after(ms: number, run: () => void): void {
    this.#cancels.push(this.#parts.timers.after(ms, run))
  }

  #drop(): void {
    this.#turn += 1
    for (const cancel of this.#cancels) cancel()
    this.#cancels = []
    this.#cancelSilence()
    this.#cancelBeat()
    this.#socket?.close()
    this.#socket = undefined
  }

  async #connect(): Promise<void> {
    this.#drop()
    const turn = this.#turn
    const current = await this.#parts.credentials()
    if (turn !== this.#turn) return
    if (current === undefined) return this.#set({ kind: 'off' })
    const probed = this.#isPresent ? 'present' : this.#parts.probe()
    if (probed === 'absent' || (probed === 'unclear' && this.#failures >= mostBlindTries)) return this.#set({ kind: 'absent' })
    this.#set({ kind: 'connecting' })
    this.#open(current, turn)
  }

  #open(current: Credentials, turn: number): void {
    const user_tag = `login-${turn}`
    const live = <Args extends readonly unknown[]>(run: (...args: Args) => void) => {
      return (...args: Args): void => {
        if (turn === this.#turn) run(...args)
      }
    }
    this.#after(
      loginMs,
      live(() => this.#state.kind !== 'live' && this.#failed('The venue did not answer the login.')),
    )
    try {
      this.#socket = this.#parts.open(this.#parts.address(), {
        opened: live(() => {
          this.#isPresent = true
          this.#logIn(current, user_tag)
        }),
        message: live((text: string) => this.#take(text, current, user_tag)),
        closed: live(() => this.#failed('The connection was lost.')),
      })
    } catch {
      this.#failed('The browser does not open a socket to this address.')
    }
  }

  /** With a token of the moment, and again before that ends: a venue need not believe an old one for ever. */
  #logIn(current: Credentials, user_tag: string): void {
    const turn = this.#turn
    const send = (token: string): void => {
      if (turn !== this.#turn) return
      this.#loginAnswered = () => current.answered?.(token)
      this.#socket?.send(writeFeedRequest('authenticate', { credentials_secret: token, user_tag }))
    }
    const token = current.tokenFor(this.#parts.address())
    if (typeof token === 'string') send(token)
    else token.then(send, () => turn === this.#turn && this.#failed('The browser would not sign a token.'))
    if (current.leastLeftMs !== undefined) {
      this.#after(current.leastLeftMs * loginShare, () => this.#state.kind === 'live' && this.#logIn(current, user_tag))
    }
  }

  #take(text: string, current: Credentials, loginTag: string): void {
    const read = readFeedMessage(text)
    if (this.#state.kind === 'live') {
      this.#watchSilence()
      if (!read.ok) {
        if (read.reason === 'bad_fields' && read.name !== undefined && (isNews(read.name) || isRfqName(read.name)))
          this.#parts.unread(read.name, current)
      } else if (isNews(read.message.name)) this.#parts.pushed(read.message, current)
      else {
        this.#takeLogin(read.message, loginTag)
        this.#parts.answered?.(read.message, current)
      }
    } else if (read.ok) this.#takeLogin(read.message, loginTag)
  }

  /** The answer to a login; refused before it was understood, it is an error object, which may lack the tag. */
  #takeLogin({ name, body }: FeedMessage, loginTag: string): void {
    if (name === 'command_response' && body.user_tag === loginTag) this.#answered(body)
    const isOurs = name === 'error' && (body.user_tag === loginTag || (body.user_tag === undefined && this.#state.kind !== 'live'))
    if (isOurs) this.#answered({ error_code: body.error_code, error_text: body.message })
  }

  #answered({ error_code, error_text }: Message<'command_response'>['body']): void {
    this.#loginAnswered()
    if (error_code === loginSucceeded || error_code === errorCodes.alreadyAuthenticated) {
      this.#failures = 0
      this.#refusals = 0
      this.#watchSilence()
      if (this.#state.kind === 'live') return
      this.#beat()
      this.#set({ kind: 'live' })
      if (this.#parts.wantsRfqs?.() === true) this.requestRfqs(true)
      return
    }
    const why = `The venue refused the login: ${error_text ?? error_code}.`
    this.#refusals += 1
    if (this.#refusals < mostRefusals) return this.#failed(why)
    this.#drop()
    this.#set({ kind: 'refused', why })
    this.#after(refusedWaitMs, () => void this.#connect())
  }

  #beat(): void {
    const { wallMs } = this.#parts.timers
    this.#socket?.send(writeFeedRequest('heartbeat', { timestamp: microsFromMs(Math.round(wallMs())) }))
    this.#cancelBeat = this.#parts.timers.after(heartbeatMs, () => this.#beat())
  }

  /** Half the time is left to ask whether anybody is there; any word counts as an answer. */
  #watchSilence(): void {
    this.#cancelSilence()
    const { after } = this.#parts.timers
    this.#cancelSilence = after(silenceMs / 2, () => {
      this.#socket?.send(writeFeedRequest('trade_history_request', { trade_count: 1, user_tag: 'still-there' }))
      this.#cancelSilence = after(silenceMs / 2, () => this.#failed(`Nothing was heard for ${silenceMs / 1_000} s.`))
    })
  }

  #failed(why: string): void {
    this.#drop()
    this.#failures += 1
    this.#set({ kind: 'waiting', why, failures: this.#failures })
    this.#after(backOffMs(firstWaitMs, this.#failures, this.#parts.timers.random()), () => void this.#connect())
  }
}
