// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { NewSession, Session } from './session.ts'
import { type OtherTab, SessionSharing } from './session-sharing.ts'

function createTabs() {
  const said: unknown[] = []
  const channels: { onmessage: ((event: MessageEvent) => void) | null; postMessage(data: unknown): void }[] = []
  let ids = 0
  const open = (venue: string, session: Session, token?: string) => {
    const tab = { venue, session, begun: [] as NewSession[], found: [] as readonly OtherTab[], ended: 0, shared: 0 }
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(data: unknown): void {
        said.push(data)
        for (const other of channels)
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data } as MessageEvent))
      },
    }
    channels.push(channel)
    const sharing = new SessionSharing({
      channel,
      newId: () => `tab ${(ids += 1)}`,
      venueKey: () => tab.venue,
      session: () => tab.session,
      token: () => token,
      keep: () => 'memory',
      begin: fresh => void tab.begun.push(fresh),
      ended: () => void (tab.ended += 1),
      shared: () => void (tab.shared += 1),
      found: tabs => void (tab.found = tabs),
    })
    return Object.assign(tab, { sharing, channel })
  }
  return { open, said }
}
const out: Session = { status: 'signed_out' }
const signedIn = (account: string, more: object = {}): Session => ({
  status: 'signed_in',
  account,
  method: 'token',
  expiresAtMs: 5_000,
  serial: 1,
  ...more,
})
const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 20))
const secret = 'head.body.signature'

async function askedTab() {
  const { open, said } = createTabs()
  open('v', signedIn('desk'), secret)
  const fresh = open('v', out)
  fresh.sharing.look()
  await settled()
  return { said, fresh, taken: fresh.sharing.takeOver(fresh.found[0]?.id ?? '', 20_000) }
}

describe('a sign-in shared between tabs', () => {
  it('is taken over by the tab that asks, sealed: the token is in no message', async () => {
    const { open, said } = createTabs()
    const holder = open('v', signedIn('desk'), secret)
    const eavesdropper = open('v', out)
    const fresh = open('v', out)
    fresh.sharing.look()
    await settled()
    expect(fresh.found).toEqual([{ id: expect.any(String), account: 'desk' }])
    expect(await fresh.sharing.takeOver(fresh.found[0]?.id ?? '', 20_000)).toBe(true)
    expect(fresh.begun).toEqual([
      { method: 'token', account: 'desk', token: secret, expiresAtMs: 5_000, keep: 'memory' },
    ])
    expect(holder.shared).toBe(1)
    expect(eavesdropper.begun).toEqual([])
    const texts = said.map(each =>
      JSON.stringify(each, (_, value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value)),
    )
    expect(texts.some(text => text.includes('desk'))).toBe(true)
    for (const text of texts) expect(text).not.toContain('signature')
  })

  it('is not there of another venue, of a key, of a lapsed or an ended session', async () => {
    const { open } = createTabs()
    open('other', signedIn('a'), secret)
    open('v', signedIn('b', { method: 'key' }), undefined)
    open('v', signedIn('c', { isLapsed: true }), undefined)
    open('v', out)
    const fresh = open('v', out)
    fresh.sharing.look()
    await settled()
    expect(fresh.found).toEqual([])
    expect(await fresh.sharing.takeOver('tab 1', 10)).toBe(false)
  })

  it('given by another tab than the one asked, or spoilt on the way, begins nothing', async () => {
    const { said, fresh, taken } = await askedTab()
    await settled()
    const give = said.find(each => (each as { kind: string }).kind === 'give') as { sealed: Uint8Array; to: string }
    expect(await taken).toBe(true)
    const before = fresh.begun.length
    fresh.channel.onmessage?.({ data: give } as MessageEvent)
    fresh.channel.onmessage?.({ data: { ...give, from: 'tab 9' } } as MessageEvent)
    fresh.channel.onmessage?.({ data: 'junk' } as MessageEvent)
    await settled()
    expect(fresh.begun).toHaveLength(before)
  })

  it('of a venue that this tab has left is ignored: a token goes to its own venue only', async () => {
    const { said, fresh, taken } = await askedTab()
    // Another venue is chosen while the request is pending.
    while (!said.some(each => (each as { kind: string }).kind === 'ask'))
      await new Promise(resolve => setImmediate(resolve))
    fresh.venue = 'w'
    expect(await taken).toBe(false)
    expect(fresh.begun).toEqual([])
  })

  it('is not sent by a tab that signed out during encryption', async () => {
    const { open, said } = createTabs()
    const holder = open('v', signedIn('desk'), secret)
    const fresh = open('v', out)
    fresh.sharing.look()
    await settled()
    const channel = holder.channel.onmessage
    holder.channel.onmessage = event => {
      channel?.(event)
      // The next event of this tab is the trader's sign-out.
      holder.session = out
    }
    expect(await fresh.sharing.takeOver(fresh.found[0]?.id ?? '', 100)).toBe(false)
    expect([fresh.begun, holder.shared]).toEqual([[], 0])
    expect(said.some(each => (each as { kind: string }).kind === 'give')).toBe(false)
  })

  it('requested with an invalid key is not sent, but the next request is answered', async () => {
    const { open, said } = createTabs()
    const holder = open('v', signedIn('desk'), secret)
    const fresh = open('v', out)
    fresh.sharing.look()
    await settled()
    const id = fresh.found[0]?.id ?? ''
    holder.channel.onmessage?.({
      data: { kind: 'ask', venueKey: 'v', to: id, from: 'tab 9', publicKey: new Uint8Array(3) },
    } as MessageEvent)
    await settled()
    expect(said.some(each => (each as { kind: string }).kind === 'give')).toBe(false)
    expect(await fresh.sharing.takeOver(id, 20_000)).toBe(true)
  })

  it('requested twice is sent to the later request only', async () => {
    const { open } = createTabs()
    open('v', signedIn('desk'), secret)
    const fresh = open('v', out)
    fresh.sharing.look()
    await settled()
    const id = fresh.found[0]?.id ?? ''
    // The first request is answered only once the second has been sent too.
    const post = fresh.channel.postMessage
    const held: unknown[] = []
    fresh.channel.postMessage = message => {
      if (held.push(message) === 2) for (const each of held) post(each)
    }
    const both = await Promise.all([fresh.sharing.takeOver(id, 20_000), fresh.sharing.takeOver(id, 20_000)])
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(fresh.begun).toHaveLength(1)
  })

  it('ends in every tab of its account when the trader signs out in one', async () => {
    const { open } = createTabs()
    const first = open('v', signedIn('desk'), secret)
    const second = open('v', signedIn('desk'), secret)
    const another = open('v', signedIn('own'), secret)
    const elsewhere = open('w', signedIn('desk'), secret)
    first.sharing.signedOut('desk')
    await settled()
    expect([first, second, another, elsewhere].map(each => each.ended)).toEqual([0, 1, 0, 0])
  })
})
