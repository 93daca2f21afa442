// @vitest-environment happy-dom
/** The start of a draft: cards of common structures, template import and export, next expiries. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readInstruments } from '../../../api/market/instruments.ts'
import { refreshAccount } from '../../../api/polling/query-client.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import { must } from '../../../../core/domain/must.ts'
import { baseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import { shownToasts } from '../../../ui/controls/toasts.ts'
import type { Edit } from '../draft/draft.ts'
import { removeTemplate, saveTemplate, useTemplates } from './saved-drafts.ts'
import { StartPanel } from './start-panel.tsx'

const edit = vi.fn<(edit: Edit) => void>()

startPage({ starts: 'signed_out', instruments: 1_000 })
beforeEach(async () => {
  edit.mockClear()
  await act(async () => refreshAccount())
  await waitFor(() => expect(readInstruments().status).toBe('ready'))
})
afterEach(() => act(() => ['Weekly short strangle', 'From a file', 'Hedge'].forEach(removeTemplate)))

const index = () => must(readInstruments().index, 'instruments')
const titles = (): readonly string[] =>
  shownToasts().map(toast => `${toast.title}${toast.body === undefined ? '' : `: ${toast.body}`}`)

async function show(positions: readonly Position[] | 'unknown' = []) {
  const known = positions === 'unknown' ? undefined : positions
  const expiryMs = must(
    index()
      .expiries('BTC')
      .find(each => each > Date.now() + 20 * 86_400_000),
    'an expiry',
  )
  const surface = baseSurface({ universe: index(), base: 'BTC', quotes: new Map(), atMs: Date.now() })
  return mountPage(
    <StartPanel
      index={index()}
      surface={surface}
      expiryMs={expiryMs}
      quotes={new Map()}
      positions={known}
      edit={edit}
      draw={() => undefined}
      find={() => undefined}
    />,
    '/build?base=BTC',
  )
}
const section = (name: string) => screen.getByRole('region', { name })
const position = (symbol: string, size: string): Position =>
  ({
    symbol,
    size: dec(size.replace('-', '')),
    side: size.startsWith('-') ? 'short' : 'long',
  }) as Partial<Position> as Position

function sameStrike(): readonly [string, string] {
  const [near = 0, far = 0] = index()
    .expiries('BTC')
    .filter(each => each > Date.now() + 20 * 86_400_000)
  const later = new Set(
    index()
      .chain('BTC', far)
      .map(row => row.strike),
  )
  const row = must(
    index()
      .chain('BTC', near)
      .find(each => later.has(each.strike) && each.call !== undefined),
    'a strike of both',
  )
  const other = must(
    index()
      .chain('BTC', far)
      .find(each => each.strike === row.strike),
    'the same strike',
  )
  return [must(row.call, 'a call').symbol, must(other.call, 'a call').symbol]
}

describe('templates', () => {
  const Names = () => (
    <output data-testid="names">
      {useTemplates()
        .map(each => each.name)
        .join(', ')}
    </output>
  )
  const file = (text: string, name = 'templates.json') => new File([text], name, { type: 'application/json' })
  const choose = (chosen: File) => userEvent.upload(screen.getByLabelText('File of templates'), chosen)

  it('without one are imported only, and nothing empty is offered', async () => {
    await show()
    expect(screen.getByRole('button', { name: 'Import templates' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
    for (const name of ['Templates', 'Recent drafts', 'Expiring next'])
      expect(screen.queryByRole('region', { name })).toBeNull()
  })

  it('come from a file, counted, and an unreadable one changes nothing', async () => {
    await show()
    await mountPage(<Names />)
    const saved = [{ name: 'From a file', side: 'sell', legs: [{ kind: 'linear', ratio: 1 }] }]
    await choose(file(JSON.stringify(saved)))
    await waitFor(() => expect(titles()).toEqual(['1 template imported']))
    expect(screen.getByTestId('names').textContent).toBe('From a file')
    for (const wrong of [
      'not json',
      '[{"name":""}]',
      JSON.stringify([{ ...saved[0], legs: [{ kind: 'linear', ratio: 1.5 }] }]),
    ]) {
      await choose(file(wrong))
    }
    await choose(file(`${JSON.stringify(saved)}${' '.repeat(200_001)}`))
    await waitFor(() => expect(titles().filter(title => title === 'Not a file of templates')).toHaveLength(4))
    expect(screen.getByTestId('names').textContent).toBe('From a file')
  })

  it('are drafted with their own side, and removed by name', async () => {
    act(() => saveTemplate({ name: 'Hedge', side: 'sell', legs: [{ kind: 'linear', ratio: 1 }] }))
    await show()
    await userEvent.click(within(section('Templates')).getByRole('button', { name: 'Hedge' }))
    expect(edit.mock.calls).toEqual([
      [{ kind: 'takeStructure', legs: [{ symbol: 'BTC-USD-PERPETUAL', ratio: 1 }], side: 'sell' }],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Delete the template Hedge' }))
    expect(screen.queryByRole('region', { name: 'Templates' })).toBeNull()
  })

  it('that fit nothing that is quoted say why, and draft nothing', async () => {
    const leg = { kind: 'call', ratio: -1, delta: 0.25, by: 'call', strike: 0, days: 7 } as const
    act(() => saveTemplate({ name: 'Weekly short strangle', side: 'buy', legs: [leg] }))
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Weekly short strangle' }))
    expect(within(section('Templates')).getByRole('status').textContent).toMatch(/^Weekly short strangle: ./)
    expect(edit).not.toHaveBeenCalled()
  })
})

it('cards of the usual structures without a quote have no figures, and none of them is a guess', async () => {
  await show()
  const card = screen.getByRole('button', { name: /^Straddle/ })
  expect(card.textContent).toBe('Straddle–Chance –Δ –Return –')
})

describe('what expires next', () => {
  it('says that positions are not known, which is not that there are none', async () => {
    await show('unknown')
    expect(section('Expiring next').textContent).toContain('Positions are not known here.')
  })

  it('is left out without a position that expires', async () => {
    await show([position('BTC-USD-PERPETUAL', '1')])
    expect(screen.queryByRole('region', { name: 'Expiring next' })).toBeNull()
  })

  it('is closed or rolled into the builder by a press, to what is held turned round', async () => {
    const [near, far] = sameStrike()
    const router = await show([position(near, '-3')])
    const held = section('Expiring next')
    expect(held.textContent).toContain('1 position, in')
    await userEvent.click(within(held).getByRole('button', { name: /^Close BTC/ }))
    await waitFor(() => expect(router.location.search).toMatchObject({ legs: `${near}@1`, dir: 'buy', mode: 'firm' }))
    await userEvent.click(within(held).getByRole('button', { name: /^Roll BTC/ }))
    await waitFor(() => expect(router.location.search).toMatchObject({ dir: 'buy' }))
    const { legs = '' } = router.location.search as { readonly legs?: string }
    expect(legs.split('/').sort()).toEqual([`${far}@-1`, `${near}@1`].sort())
  })
})
