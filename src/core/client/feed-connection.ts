/**
 * One socket to the venue: probes for it, opens it, logs in, watches for silence and reconnects. It forwards what the
 * venue pushes to the logged-in account; the listener interprets it. At most one socket is open. Nothing is forwarded
 * before the login succeeds, nor after the session or the venue changes. The token is sent in the login message to its
 * own venue only. A venue without a socket is probed once.
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
  closed(): void
}
export type OpenSocket = (url: string, events: SocketEvents) => FeedSocket

export type FeedState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'waiting'; readonly why: string; readonly failures: number }
  /** The venue refused the login. Nothing is tried until the session or venue changes, or the page wakes. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'absent' }

export type ProbeResult = 'present' | 'absent' | 'unclear'

export interface FeedParts {
  readonly timers: Timers
  readonly open: OpenSocket
  address(): string
  probe(): ProbeResult
  /** Called before each login, so that a session with short-lived tokens supplies a fresh one. */
  credentials(): Credentials | undefined | Promise<Credentials | undefined>
  pushed(message: FeedMessage, owner: Credentials): void
  /** A message without news: the response to `askTrades`, or a heartbeat. */
  answered?(message: FeedMessage, owner: Credentials): void
  /** Returns true to subscribe to all traders' RFQs once the socket is live. They are passed to `answered`. */
  wantsRfqs?(): boolean
  /** A message with a known name could not be parsed, so something changed but not what. */
  unread(name: string, owner: Credentials): void
  changed(state: FeedState): void
}

const firstWaitMs = 1_000
const loginMs = 8_000
const heartbeatMs = 5_000
/** The venue sends a heartbeat every few seconds; after half of this silence the client asks for one. */
const silenceMs = 15_000
/** Share of the token's remaining life after which the client logs in again. */
const loginShare = 0.8
const mostBlindTries = 3
const mostRefusals = 3
const refusedWaitMs = 5 * 60_000

type Message<Name extends FeedMessageName> = Extract<FeedMessage, { name: Name }>
type TradesRequest = Extract<FeedRequest, { name: 'trade_history_request' }>['body']
const isNews = (name: string): boolean => name === 'execution' || name === 'order_accepted' || name === 'cancel_order'

export type RfqMessage = Message<'snapshot'> | Message<'order_added'> | Message<'order_deleted'>
export const isRfqName = (name: string): name is RfqMessage['name'] =>
  name === 'snapshot' || name === 'order_added' || name === 'order_deleted'
export const rfqsTag = 'rfqs'

export class FeedConnection {
  readonly #parts: FeedParts
  #state: FeedState = { kind: 'off' }
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

  restart(): void {
    this.#failures = 0
    this.#refusals = 0
    void this.#connect()
  }

  forget(): void {
    this.#isPresent = false
    this.restart()
  }

  rest(): void {
    this.#drop()
    this.#set({ kind: 'off' })
  }

  /** Requests the account's fills if the socket is live. The response goes to `answered` with the same tag. */
  askTrades(wanted: Pick<TradesRequest, 'trade_time' | 'trade_count'> & { readonly user_tag: string }): void {
    if (this.#state.kind === 'live') this.#socket?.send(writeFeedRequest('trade_history_request', wanted))
  }

  /**
   * Starts or stops the subscription to all traders' RFQs. While the socket is down this does nothing: `wantsRfqs` is
   * read when it is live.
   */
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
    if (probed === 'absent' || (probed === 'unclear' && this.#failures >= mostBlindTries))
      return this.#set({ kind: 'absent' })
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

  /** Logs in with a fresh token, and again before it expires: a venue need not accept an expired one. */
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

  /**
   * Handles the response to a login. A login refused before it was parsed comes back as an error object, which may lack
   * the tag.
   */
  #takeLogin({ name, body }: FeedMessage, loginTag: string): void {
    if (name === 'command_response' && body.user_tag === loginTag) this.#answered(body)
    const isOurs =
      name === 'error' && (body.user_tag === loginTag || (body.user_tag === undefined && this.#state.kind !== 'live'))
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
