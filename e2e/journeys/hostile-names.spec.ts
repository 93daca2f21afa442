/** A venue with hostile names: they stay text, hidden characters become visible, and layouts hold. */
import type { Page, Route } from '@playwright/test'
import { buyLeg, openBuilder, reviewAndSend, sellLeg, strikesOnScreen } from '../builder.ts'
import { clickSend } from '../confirm.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const override = 'BTC-USD-PERPETUAL\u202ertteb ro 000,05+ ta'
const endless = 'W'.repeat(1_900)

const names = [
  override,
  'ETH\u200b-USD',
  '\u2066SOL\u2069\u0000\u0007',
  '<img src=x onerror=alert(1)>',
  `Z${'\u0301'.repeat(10)}`,
  `wide ${'W'.repeat(190)}`,
  `LONG-${'W'.repeat(1_900)}`,
] as const

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

function spoiled(value: unknown): unknown {
  if (Array.isArray(value)) {
    const rows = value.map(spoiled)
    const all = rows.filter(isRow)
    return all.length === 0
      ? rows
      : [...rows, ...names.map((name, index) => renamed(all[index % all.length] ?? {}, name, index))]
  }
  return isRow(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoiled(each)])) : value
}

function renamed(row: Row, name: string, index: number): Row {
  const long = `${name} ${endless.slice(name.length + 20)}`
  const by: Readonly<Record<string, string>> = {
    symbol: name,
    base_asset: name,
    quote_asset: name,
    status: index === 0 ? String(row['status']) : name,
    user_tag: long,
    reason: long,
    client_order_id: `${long}${index}`,
    order_id: `${long}${index}`,
    trade_id: `${long}${index}`,
  }
  const ids = ['tradeable_entity_id', 'deliverable_id'].filter(field => field in row && row[field] !== '')
  return {
    ...row,
    ...Object.fromEntries(Object.entries(by).filter(([field]) => field in row)),
    ...Object.fromEntries(ids.map(field => [field, `9${index}${String(row[field])}`])),
    ...('tags' in row ? { tags: [name] } : {}),
  }
}

async function answerBadly(route: Route): Promise<void> {
  const answer = await route.fetch()
  // The answer of a page that was left may fail.
  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return route.abort()
  if (!text.startsWith('{')) return route.fulfill({ response: answer, body: text })
  const json = JSON.parse(text) as Row
  const rejected = json['order_rejected']
  // A rejection with an endless reason that reverses the text after it.
  const reported = isRow(rejected)
    ? { order_rejected: { ...rejected, reason: `no funds\u202e${endless}` } }
    : spoiled(json)
  await route.fulfill({ response: answer, json: reported })
}

const textsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!['SCRIPT', 'STYLE'].includes(node.parentElement?.tagName ?? '')) texts.push(node.textContent ?? '')
    }
    const attributes = ['title', 'aria-label', 'alt', 'placeholder', 'value', 'href']
    const all = [...document.querySelectorAll(attributes.map(name => `[${name}]`).join(','))]
    return [...texts, ...all.flatMap(element => attributes.map(name => element.getAttribute(name) ?? ''))].filter(
      text => text !== '',
    )
  })

const overflowing = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll('section, article, [role="dialog"], [role="alertdialog"], main, header, footer'),
    ]
    const clips = (element: Element): boolean =>
      ['hidden', 'clip', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    return boxes
      .filter(
        box =>
          box.clientWidth > 0 &&
          box.scrollWidth > box.clientWidth + 1 &&
          (box === document.documentElement || !clips(box)),
      )
      .map(
        box =>
          `${box.tagName} ${box.getAttribute('aria-label') ?? box.className}: ${box.scrollWidth} in ${box.clientWidth}`,
      )
  })

const hides = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{M}{3}/u

async function expectHarmless(page: Page, where: string): Promise<readonly string[]> {
  const texts = await textsOf(page)
  expect(
    texts.filter(text => hides.test(text)).map(text => JSON.stringify(text.slice(0, 200))),
    where,
  ).toEqual([])
  expect(
    texts.filter(text => text.length > 2_100).map(text => `${text.length}: ${text.slice(0, 100)}`),
    where,
  ).toEqual([])
  expect(await overflowing(page), where).toEqual([])
  expect(await page.locator('img[src="x"]').count(), where).toBe(0)
  return texts
}

async function place(page: Page, order: Row): Promise<void> {
  const token = await page.evaluate(() => {
    const saved = Array.from({ length: sessionStorage.length }, (_, at) =>
      sessionStorage.getItem(sessionStorage.key(at) ?? ''),
    ).join(' ')
    return /[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/.exec(saved)?.[0] ?? ''
  })
  const one = { market_id: '0', side: 'buy', type: 'LIMIT', symbol: 'BTC-USD-PERPETUAL', quantity: '0.1', ...order }
  const answer = await page.request.post('/v1/api/order', {
    headers: { credentials_secret: token },
    data: { new_order: one },
  })
  expect(await answer.json()).toMatchObject({ order_accepted: { client_order_id: order['client_order_id'] } })
}

const screens = ['portfolio', 'build', 'orders', 'markets', 'journal', 'settings'] as const

test('no name of a venue hides, reorders or breaks anything on any screen', async ({ page, account, watched }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.route('**/v1/api/exchangeInfo*', answerBadly)
  await signIn(page, account)
  await place(page, { client_order_id: `${account}-now`, time_in_force: 'IOC', price: '150000' })
  await place(page, {
    client_order_id: `${account}-rest`,
    time_in_force: 'GTC',
    recv_window: 600,
    price: '50000',
    user_tag: 'hedge',
  })
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  await buyLeg(page, strikes[3]?.call ?? '')
  await sellLeg(page, strikes[6]?.call ?? '')
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')

  await page.route('**/v1/api/**', answerBadly)
  watched.expected.push('status of 4')
  await page.routeWebSocket('**/v1/feed*', () => undefined)
  for (const screen of screens) {
    await page.goto(`/${screen}`)
    await ready(page)
    await expectHarmless(page, screen)
  }
  await page.goto(
    `/markets?trade=${encodeURIComponent(override.replace('\u202e', '⟨U+202E⟩'))}&side=buy&quantity=1&price=100000`,
  )
  const ticket = page.getByTestId('single-leg-ticket')
  await expect(ticket).toContainText('⟨U+202E⟩')
  await expect(ticket.getByRole('button', { name: /^Review/ })).toBeVisible()
  await expectHarmless(page, 'ticket')
  await ticket.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByTestId('review-dialog')).toContainText('⟨U+202E⟩')
  await expectHarmless(page, 'review')
  await clickSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText('Order rejected')
  await expectHarmless(page, 'outcome')
})
