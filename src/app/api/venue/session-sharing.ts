/**
 * Shares a sign-in with another tab of this browser when the trader presses for it. Tabs first announce only that they
 * are signed in. The token is sent encrypted to the one tab that requested it, with a non-extractable key agreed
 * between the two. The trader's keys are never shared. Signing out in one tab ends the account's sessions in all.
 */
import { z } from '../../../core/domain/zod.ts'
import type { NewSession, Session } from './session.ts'

const bytes = z.custom<Uint8Array<ArrayBuffer>>(value => value instanceof Uint8Array)
const messages = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('who'), venueKey: z.string(), from: z.string() }),
  z.object({ kind: z.literal('here'), to: z.string(), from: z.string(), account: z.string() }),
  z.object({ kind: z.literal('ask'), venueKey: z.string(), to: z.string(), from: z.string(), publicKey: bytes }),
  z.object({ kind: z.literal('give'), to: z.string(), from: z.string(), publicKey: bytes, iv: bytes, sealed: bytes }),
  z.object({ kind: z.literal('signed_out'), venueKey: z.string(), account: z.string() }),
])
type Message = z.infer<typeof messages>

const given = z.object({
  method: z.enum(['sandbox', 'token']),
  account: z.string(),
  token: z.string(),
  expiresAtMs: z.optional(z.number()),
  keep: z.enum(['memory', 'tab']),
})
type SharedSession = z.infer<typeof given>

export interface OtherTab {
  readonly id: string
  readonly account: string
}

export interface SharingParts {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>
  readonly newId: () => string
  readonly venueKey: () => string
  readonly session: () => Session
  readonly token: () => string | undefined
  readonly keep: () => 'memory' | 'tab'
  readonly begin: (session: NewSession) => void
  readonly ended: () => void
  readonly shared: () => void
  readonly found: (tabs: readonly OtherTab[]) => void
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

const newPair = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(curve, false, ['deriveKey'])
const publicBytes = async (pair: CryptoKeyPair): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))

async function agreedKey(own: CryptoKeyPair, others: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const imported = await crypto.subtle.importKey('raw', others, curve, false, [])
  const settings = { name: 'ECDH', public: imported }
  return crypto.subtle.deriveKey(settings, own.privateKey, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

async function sealedFor(others: Uint8Array<ArrayBuffer>, text: string) {
  const pair = await newPair()
  const key = await agreedKey(pair, others).catch(() => undefined)
  if (key === undefined) return undefined
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return { publicKey: await publicBytes(pair), iv, sealed: new Uint8Array(sealed) }
}

export class SessionSharing {
  readonly #parts: SharingParts
  readonly #id: string
  readonly #tabs = new Map<string, OtherTab>()
  #asked:
    | {
        readonly tab: OtherTab
        readonly venueKey: string
        readonly pair: CryptoKeyPair
        readonly done: (taken: boolean) => void
      }
    | undefined

  constructor(parts: SharingParts) {
    this.#parts = parts
    this.#id = parts.newId()
    parts.channel.onmessage = event => {
      const read = messages.safeParse(event.data)
      if (read.success) void this.#take(read.data)
    }
  }

  look(): void {
    this.#tabs.clear()
    this.#parts.found([])
    this.#post({ kind: 'who', venueKey: this.#parts.venueKey(), from: this.#id })
  }

  /** Takes over that tab's sign-in when the trader presses for it. Returns false if it does not answer in time. */
  async takeOver(id: string, timeoutMs: number): Promise<boolean> {
    const tab = this.#tabs.get(id)
    if (tab === undefined) return false
    const pair = await newPair()
    const publicKey = await publicBytes(pair)
    return new Promise(resolve => {
      const timer = setTimeout(() => this.#finish(false), timeoutMs)
      const done = (taken: boolean): void => {
        clearTimeout(timer)
        resolve(taken)
      }
      this.#finish(false)
      const venueKey = this.#parts.venueKey()
      this.#asked = { tab, venueKey, pair, done }
      this.#post({ kind: 'ask', venueKey, to: id, from: this.#id, publicKey })
    })
  }

  signedOut(account: string): void {
    this.#post({ kind: 'signed_out', venueKey: this.#parts.venueKey(), account })
  }

  #post(message: Message): void {
    this.#parts.channel.postMessage(message)
  }

  #finish(taken: boolean): void {
    const asked = this.#asked
    this.#asked = undefined
    asked?.done(taken)
  }

  async #take(message: Message): Promise<void> {
    switch (message.kind) {
      case 'who':
        return this.#answerWho(message)
      case 'here':
        if (message.to !== this.#id) return
        this.#tabs.set(message.from, { id: message.from, account: message.account })
        return this.#parts.found([...this.#tabs.values()])
      case 'ask':
        return this.#give(message)
      case 'give':
        return this.#receive(message)
      case 'signed_out': {
        const now = this.#parts.session()
        if (
          message.venueKey === this.#parts.venueKey() &&
          now.status === 'signed_in' &&
          now.account === message.account
        )
          this.#parts.ended()
      }
    }
  }

  #answerWho({ venueKey, from }: Extract<Message, { kind: 'who' }>): void {
    const own = this.#own()
    if (own !== undefined && venueKey === this.#parts.venueKey())
      this.#post({ kind: 'here', to: from, from: this.#id, account: own.account })
  }

  #own(): SharedSession | undefined {
    const now = this.#parts.session()
    const token = this.#parts.token()
    if (now.status !== 'signed_in' || now.method === 'key' || now.isLapsed || token === undefined) return undefined
    const { account, method, expiresAtMs } = now
    return { account, method, token, keep: this.#parts.keep(), ...(expiresAtMs === undefined ? {} : { expiresAtMs }) }
  }

  async #give({ to, from, venueKey, publicKey }: Extract<Message, { kind: 'ask' }>): Promise<void> {
    const own = this.#own()
    if (to !== this.#id || own === undefined || venueKey !== this.#parts.venueKey()) return
    const sealed = await sealedFor(publicKey, JSON.stringify(own))
    // During encryption the trader may have signed out or changed the venue.
    if (sealed === undefined || this.#own()?.token !== own.token || venueKey !== this.#parts.venueKey()) return
    this.#post({ kind: 'give', to: from, from: this.#id, ...sealed })
    this.#parts.shared()
  }

  async #receive({ to, from, publicKey, iv, sealed }: Extract<Message, { kind: 'give' }>): Promise<void> {
    const asked = this.#asked
    if (to !== this.#id || asked?.tab.id !== from) return
    try {
      const key = await agreedKey(asked.pair, publicKey)
      const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed))
      const { expiresAtMs, ...rest } = given.parse(JSON.parse(text))
      const isWanted = asked === this.#asked && rest.account === asked.tab.account
      if (!isWanted) return
      const isOfThisVenue = asked.venueKey === this.#parts.venueKey()
      if (isOfThisVenue) this.#parts.begin({ ...rest, expiresAtMs })
      this.#finish(isOfThisVenue)
    } catch {
      // From a wrong tab, for an earlier request, or damaged: ignored.
    }
  }
}
