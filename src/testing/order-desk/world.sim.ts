import { isDeepStrictEqual } from 'node:util'
import type { HttpAnswer, HttpRequest } from '../../core/client/http.ts'
import { dec } from '../../core/domain/decimal.ts'
import type { ClientOrderId } from '../../core/domain/ids.ts'
import { intentDifferences } from '../../core/domain/intent-differences.ts'
import { type Intent, isUnresolved } from '../../core/domain/intent.ts'
import type { NewOrder } from '../../core/domain/order.ts'
import { createNetwork, otherSize, refusedLogin } from './network.sim.ts'
import { createSharedBrowser } from './shared-browser.sim.ts'
import { createSmallVenue, type Repeats, type Venue, type VenueAnswer } from './small-venue.sim.ts'
import { createSockets } from './sockets.sim.ts'
import { createTab, type Tab, tokenHeader } from './tab.sim.ts'
import { createRandom, createVirtualTime } from './virtual-time.sim.ts'
import { type Reported, type Sent, settledWithinMs, type WorldOptions } from './world-history.sim.ts'
import { firmLimit } from '../order.fixture.ts'

/** 15 s of look-ups, minus the jitter. */
const leastLookingMs = 12_000
const accounts = ['alice', 'bob'] as const
const venueKeys = ['v1', 'v2'] as const

export async function runWorld(options: WorldOptions): Promise<Reported> {
  const random = createRandom(options.seed)
  const time = createVirtualTime()
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  /**
   * The first violation. It is thrown between steps, because the desk tolerates networks that throw and would hide it.
   */
  let broken: Error | undefined
  const check = (holds: boolean, why: string): void => {
    if (!holds) broken ??= new Error(`seed ${options.seed} (${options.regime}), ${Math.round(time.nowMs())} ms: ${why}`)
  }

  const custom = options.venue === undefined ? undefined : await options.venue(time, random)
  const sockets = createSockets({
    time,
    random,
    login(host, text) {
      const token = tokens.get(text)
      check(token?.venueKey === host, 'a token left over a socket for a venue that is not its own')
      return token?.isGood === true && planted !== 'refused_sockets' ? token.account : undefined
    },
  })
  const repeats = pick<Repeats>(['same', 'same', 'duplicate', 'balance'])
  const venues = new Map<string, Venue>(
    venueKeys.map(key => [
      key,
      custom ??
        createSmallVenue(time, random, repeats, (account, message) =>
          sockets.push(key, account, JSON.stringify(message)),
        ),
    ]),
  )
  const tokens = new Map<string, { account: string; venueKey: string; isGood: boolean }>()
  const refusedTokens = new Map<string, number>()
  let refusals = 0
  const sent = new Map<string, Sent>()
  const browser = createSharedBrowser(time, random)
  const everIn = new Set<string>()
  const checked = new WeakSet<object>()
  let tabs: Tab[] = []
  let lastId = 0
  let steps = 0
  let settledMs: number | undefined
  let planted: WorldOptions['plant']

  const hostOf = (request: HttpRequest): string => new URL(request.url).hostname.replace('.test', '')
  const idOf = (body: string): string =>
    (JSON.parse(body) as { new_order: { client_order_id: string } }).new_order.client_order_id

  const left = (request: HttpRequest): void => {
    const token = tokens.get(request.headers[tokenHeader] ?? '')
    check(token?.venueKey === hostOf(request), 'a token left for a venue that is not its own')
    const refusedMs = refusedTokens.get(request.headers[tokenHeader] ?? '')
    check(refusedMs === undefined || refusedMs === time.nowMs(), 'a token went out again after its venue refused it')
    check(!request.url.includes(request.headers[tokenHeader] ?? '?'), 'a token stands in an address')
    const lookedUp = new URL(request.url).searchParams.get('client_order_id')
    const id = request.method === 'POST' ? idOf(request.body ?? '') : lookedUp
    const one = id === null ? undefined : sent.get(id)
    if (one === undefined) return check(id === null, `${id} is spoken of and was never confirmed`)
    check(one.account === token?.account && one.venueKey === token.venueKey, `${id} went out under another account`)
    if (request.method !== 'POST') return
    one.posts += 1
    one.lastPostMs = time.nowMs()
    check(one.posts <= one.text, `${id}: ${one.posts} POSTs for ${one.text} confirmations`)
    check(one.bytes === undefined || one.bytes === request.body, `${id} was sent with other bytes`)
    one.bytes = request.body
    const stored = browser.stored(id as ClientOrderId)
    check(one.isWaived || (stored !== undefined && stored.sends >= one.posts), `${id} was sent before it was durable`)
  }

  const arrive = async (request: HttpRequest): Promise<VenueAnswer> => {
    if (request.method === 'GET' && planted?.endsWith('look_ups') === true)
      return { status: planted === 'failed_look_ups' ? 500 : 200, text: '{}' }
    const token = tokens.get(request.headers[tokenHeader] ?? '')
    if (token?.isGood !== true) {
      refusals += 1
      // Venues differ in their refusal, even from call to call.
      return refusals % 2 === 0
        ? { status: 401, text: '{"error":"not signed in"}' }
        : { status: 200, text: refusedLogin }
    }
    const url = new URL(request.url)
    const venue = venues.get(hostOf(request)) as Venue
    return venue.answer({
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      body: request.body,
      account: custom === undefined ? token.account : (request.headers[tokenHeader] ?? ''),
    })
  }
  const received = (request: HttpRequest, answer: HttpAnswer): void => {
    const token = request.headers[tokenHeader]
    if (token === undefined || (answer.status !== 401 && answer.text !== refusedLogin)) return
    refusedTokens.set(token, time.nowMs())
    everIn.add(`login_refused ${token}`)
  }
  const network = createNetwork({ time, random, left, arrive, received })

  const issue = (text: string, account: string, venueKey: string): string => {
    tokens.set(text, { account, venueKey, isGood: true })
    refusedTokens.delete(text)
    return text
  }
  const openTab = (account: string, venueKey: string): Tab => {
    const tab = createTab({
      time,
      random,
      network,
      sockets: custom === undefined ? sockets : undefined,
      browser,
      newToken: (who, where) =>
        custom === undefined
          ? issue(`token-${tokens.size}`, who, where)
          : custom.token(who).then(text => issue(text, who, where)),
      newId: () => (lastId += 1),
      announce: (id, from) => {
        for (const other of tabs) {
          if (other === from) continue
          time.after(random() * 20, () => {
            if (other.isAlive()) other.desk.changedElsewhere(id)
          })
        }
      },
    })
    tab.signIn(account, venueKey)
    tabs.push(tab)
    return tab
  }

  const checkAll = (): void => {
    steps += 1
    for (const tab of tabs) {
      if (!tab.isAlive()) continue
      for (const intent of tab.shown()) checkIntent(intent, tab)
      for (const order of tab.openOrders()) {
        const shown = new Set<string>(order.executions.map(each => each.trade_id))
        const isWhole = [...(tab.reportedTrades().get(order.client_order_id) ?? [])].every(trade => shown.has(trade))
        check(isWhole, `${order.client_order_id} is shown without a fill that the socket told of`)
        if (checked.has(order)) continue
        checked.add(order)
        checkFills(order.quantity, order.executions, order.client_order_id)
      }
    }
    if (broken !== undefined) throw broken
  }
  const checkIntent = (intent: Intent, tab: Tab): void => {
    const id = intent.client_order_id
    const session = tab.session()
    check(
      intent.account === session?.account && intent.venueKey === session.venueKey,
      `${id} is shown to another account`,
    )
    // Intents are immutable, so each is checked once.
    if (checked.has(intent)) return
    checked.add(intent)
    const one = sent.get(id)
    // Another tab may just have resent it; this one learns of it soon and cannot resend meanwhile.
    if (intent.state.kind === 'unseen' && one !== undefined && intent.sends === one.posts && one.text === one.posts) {
      check(time.nowMs() - one.lastPostMs >= leastLookingMs, `${id} is called unseen too early`)
    }
    const reason = intent.state.kind === 'rejected' ? intent.state.rejected.reason : ''
    check(!reason.includes('duplicate'), `${id} is shown as rejected where the venue says that it has it`)
    everIn.add(`${intent.state.kind} ${id}`)
    const venue = venues.get(intent.venueKey) as Venue
    if (intent.state.kind === 'accepted') {
      if (intent.state.by === 'push') everIn.add(`pushed ${id}`)
      const isThere = custom !== undefined || venue.has(intent.account, id) === true
      check(isThere, `${id} is shown as accepted and the venue has it not`)
      const sizes = [intent.state.accepted, intent.state.order].flatMap(each =>
        each === undefined ? [] : [each.quantity],
      )
      const wrong = sizes
        .filter(size => size.startsWith(otherSize))
        .map(size => `quantity ${size} instead of ${intent.order.quantity}`)
      check(
        isDeepStrictEqual(intentDifferences(intent), [...new Set(wrong)]),
        `${id} is shown as sent and is not, or the other way round`,
      )
      const { order } = intent.state
      if (order !== undefined) checkFills(order.quantity, order.executions, id)
    }
  }
  const checkFills = (
    quantity: string,
    executions: readonly { trade_id: string; executed_quantity: string }[],
    id: string,
  ): void => {
    check(new Set(executions.map(each => each.trade_id)).size === executions.length, `${id} shows a fill twice`)
    const filled = executions.reduce((sum, each) => sum + Number(each.executed_quantity), 0)
    check(filled <= Number(quantity), `${id} shows ${filled} of ${quantity} filled`)
  }

  const newOrder = (): Omit<NewOrder, 'client_order_id'> => ({
    symbol: 'PTF-USD',
    ...firmLimit,
    side: 'buy',
    // One is below the sandbox's minimum; at the higher price it executes there.
    quantity: random() < 0.15 ? dec(1) : dec(1_000 * (1 + Math.floor(random() * 9))),
    price: dec(pick(['0.87', '0.88'])),
    recv_window: 6,
  })

  const word = (tab: Tab, id: ClientOrderId, give: () => { readonly ok: boolean }, isWaived = false): void => {
    const session = tab.session()
    // The POST may be sent within the call, so the confirmation counts first.
    const known = sent.get(id)
    const one = known ?? {
      text: 0,
      posts: 0,
      lastPostMs: 0,
      isWaived: false,
      account: session?.account ?? '',
      venueKey: session?.venueKey ?? '',
      bytes: undefined,
    }
    sent.set(id, one)
    one.text += 1
    one.isWaived ||= isWaived
    if (give().ok) return check(!tab.isLocked, `${id} was sent from a locked tab`)
    one.text -= 1
    if (known === undefined) sent.delete(id)
  }

  const actOn = (tab: Tab, intent: Intent): void => {
    const id = intent.client_order_id
    if (intent.state.kind === 'unseen') {
      const choice = random()
      if (choice < 0.45) {
        word(tab, id, () => tab.desk.sendAgain(id))
        word(tab, id, () => tab.desk.sendAgain(id))
      } else if (choice < 0.6) tab.desk.lookAgain(id)
      else tab.desk.markDead(id)
    } else if (intent.state.kind === 'unstored') {
      if (random() < 0.5) word(tab, id, () => tab.desk.confirm(id, { withoutDurability: true }), true)
      else tab.desk.discard(id)
    } else if (intent.state.kind === 'unknown' && random() < 0.2) tab.desk.lookAgain(id)
  }

  const trade = (tab: Tab): void => {
    const id = tab.desk.draft(newOrder(), { title: 'Buy PTF' })
    word(tab, id, () => tab.desk.confirm(id))
    if (random() < 0.4) {
      word(tab, id, () => {
        const second = tab.desk.confirm(id)
        check(!second.ok, `${id} took a second click of the same tick`)
        return second
      })
    }
    if (random() < 0.3)
      time.after(random() * 300, () => (tab.isAlive() ? word(tab, id, () => tab.desk.confirm(id)) : undefined))
  }

  const act = (): void => {
    tabs = tabs.filter(tab => tab.isAlive())
    const tab = tabs.length === 0 ? openTab(pick(accounts), 'v1') : pick(tabs)
    const session = tab.session()
    const choice = random()
    if (choice < 0.4) trade(tab)
    else if (choice < 0.7) for (const intent of tab.desk.snapshot().intents) actOn(tab, intent)
    else if (choice < 0.82) {
      tab.kill()
      const reopen = (): void => void openTab(session?.account ?? 'alice', session?.venueKey ?? 'v1')
      if (random() < 0.5) reopen()
      else time.after(random() * 10_000, reopen)
    } else if (choice < 0.86 && tabs.length < 2) openTab(session?.account ?? 'alice', session?.venueKey ?? 'v1')
    else if (choice < 0.9) tab.desk.woke()
    else if (choice < 0.94) {
      const other = tokens.get(tab.token() ?? '')
      if (other !== undefined && custom === undefined) other.isGood = false
    } else if (choice < 0.98) tab.signIn(pick(accounts), custom === undefined ? pick(venueKeys) : 'v1')
    else tab.isLocked = !tab.isLocked
  }

  openTab('alice', 'v1')
  const acts = 5 + Math.floor(random() * 10)
  for (let turn = 0; turn < acts; turn += 1) {
    await time.pass(random() * 8_000, checkAll)
    act()
    checkAll()
    // A tab may also die between any two steps of what it just began.
    if (random() < 0.2) {
      const doomed = tabs.at(-1)
      const session = doomed?.session()
      await time.pass(random() * 120, checkAll)
      doomed?.kill()
      openTab(session?.account ?? 'alice', session?.venueKey ?? 'v1')
    }
  }
  // After the look-ups' limit the trader must decide.
  for (let turn = 0; turn < 2 && random() < 0.5; turn += 1) {
    await time.pass(25_000, checkAll)
    for (const tab of tabs) if (tab.isAlive()) for (const intent of tab.desk.snapshot().intents) actOn(tab, intent)
  }
  if (options.regime === 'chaos') {
    await time.pass(20_000, checkAll)
  } else {
    network.heal()
    sockets.heal()
    browser.heal()
    planted = options.plant
    settledMs = await settled()
    await healed()
  }
  return report()

  /**
   * Describes what an open page has not settled; undefined if nothing. Unseen and unstored intents are left to the
   * trader.
   */
  function unsettled(tab: Tab): string | undefined {
    if (!tab.isAlive() || tokens.get(tab.token() ?? '')?.isGood !== true) return undefined
    const open = tab.shown().find(intent => isUnresolved(intent) && intent.state.kind !== 'unseen')
    if (open !== undefined) return `${open.client_order_id} is still ${open.state.kind}`
    return custom !== undefined || tab.feed().kind === 'live' ? undefined : `the socket is still ${tab.feed().kind}`
  }
  async function settled(): Promise<number> {
    const beganMs = time.nowMs()
    for (;;) {
      const [why] = tabs.flatMap(tab => unsettled(tab) ?? [])
      const tookMs = time.nowMs() - beganMs
      if (why === undefined) return tookMs
      check(tookMs < settledWithinMs, `${tookMs} ms after everything healed ${why}`)
      checkAll()
      await time.pass(1_000, checkAll)
    }
  }

  async function healed(): Promise<void> {
    for (const tab of tabs) tab.kill()
    // Requests of a dead page may still arrive.
    await time.pass(130_000, checkAll)
    tabs = []
    for (const account of accounts) {
      for (const venueKey of venueKeys) {
        if (![...sent.values()].some(one => one.account === account && one.venueKey === venueKey)) continue
        for (const tab of tabs) tab.kill()
        const tab = openTab(account, venueKey)
        await time.pass(40_000, checkAll)
        for (const intent of tab.shown()) if (intent.state.kind === 'unseen') tab.desk.lookAgain(intent.client_order_id)
        await time.pass(20_000, checkAll)
        for (const intent of tab.shown()) await checkSettled(intent)
        check(custom !== undefined || tab.feed().kind === 'live', `the socket does not come back: ${tab.feed().kind}`)
        checkAll()
      }
    }
    for (const [id, one] of sent) {
      if (one.posts === 0 || one.isWaived) continue
      check(browser.stored(id as ClientOrderId) !== undefined, `${id} was sent and is forgotten`)
    }
    checkAll()
  }

  async function checkSettled(intent: Intent): Promise<void> {
    const id = intent.client_order_id
    const venue = venues.get(intent.venueKey) as Venue
    const exists = await venue.has(intent.account, id)
    const kind = intent.state.kind
    check(!isUnresolved(intent) || kind === 'unseen', `${id} is still ${kind}`)
    if (exists)
      check(kind === 'accepted' || (kind === 'dead' && !venue.isOpen(id)), `${id} is at the venue and shown as ${kind}`)
    else
      check(
        kind === 'rejected' || kind === 'unseen' || kind === 'dead',
        `${id} is not at the venue and shown as ${kind}`,
      )
  }

  function report(): Reported {
    const states = new Map<string, number>()
    for (const entry of everIn) {
      const [state = ''] = entry.split(' ')
      states.set(state, (states.get(state) ?? 0) + 1)
    }
    for (const tab of tabs) tab.kill()
    return { settledMs, posts: [...sent.values()].reduce((sum, one) => sum + one.posts, 0), states, steps }
  }
}
