// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { passUntil } from '../../../../testing/stepped-clock.ts'
import { saveSample } from '../../../api/samples/sample-store.ts'
import { samplesElsewhere } from '../../../api/history/samples-elsewhere.ts'
import { takeSample } from '../../../api/history/sample-recorder.ts'
import { queryClient } from '../../../api/polling/query-client.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { presentOwner } from '../../../api/venue/owner.ts'
import { add, dec, type Decimal, sub } from '../../../../core/domain/decimal.ts'
import { equityOf } from '../../../../core/domain/equity.ts'
import { ownerKey } from '../../../../core/domain/owner.ts'
import type { Sample } from '../../../../core/domain/sample.ts'
import { dayStartMs } from '../../../../core/domain/thinning.ts'
import { dayMs, hourMs, minuteMs } from '../../../../core/domain/time.ts'
import { startPage } from '../../../../testing/mount-page.tsx'
import '../../../../testing/overlays-there.tsx'
import '../../../../testing/samples-in-another-tab.ts'
import { UiProvider } from '../../../ui/commands/ui-provider.tsx'
import { portfolioOf } from '../../../../testing/portfolio.fixture.ts'
import { figures } from '../header/figures.tsx'
import { DayStat, RealisedSince } from '../header/history-stats.tsx'
import { HistoryPanel } from './history-panel.tsx'

startPage()

const take = async (): Promise<Sample> => {
  const taken = await passUntil(takeSample(presentOwner()!))
  if (taken.kind !== 'sample') throw new Error(taken.kind)
  return taken.sample
}
const save = (sample: Sample, atMs: number, usd: Decimal = dec('0')) => {
  const cash = { ...sample.cash, USD: add(sample.cash['USD'] ?? dec('0'), usd) }
  return saveSample(ownerKey(presentOwner()!), {
    ...sample,
    atMs,
    cash,
    equity: { ...sample.equity, cash: add(sample.equity.cash, usd) },
  })
}

const stageSize = (width: number, height: number): void => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: width, configurable: true })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { value: height, configurable: true })
}

const stat = { stale: false, explain: () => {} }
const { totals } = portfolioOf([], {})
const Day = ({ equity: value }: { readonly equity: Decimal }) => (
  <DayStat
    {...stat}
    id="day"
    text={figures.day}
    data={{ totals: { ...totals, equity: { ...totals.equity, value: { value, leftOut: [] } } } }}
    choices={{ equity: 'value', dayStart: '08:00' }}
  />
)
const Booked = () => <RealisedSince {...stat} id="realised" text={figures.realised} past="whole" />

describe('the history', () => {
  it('says that there is none yet', async () => {
    render(<HistoryPanel />, { wrapper: UiProvider })
    expect(await screen.findByText('No history yet')).toBeTruthy()
  })
  it('draws equity, shows it as a table, and explains a change to the cent, with the jump that made it', async () => {
    const sample = await take()
    const now = serverNowMs()
    await save(sample, now - 20 * minuteMs)
    await save(sample, now - 10 * minuteMs, dec('250'))
    await save(sample, now - minuteMs, dec('250'))
    render(<HistoryPanel />, { wrapper: UiProvider })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('radio', { name: 'Equity' }))
    await user.click(await screen.findByRole('button', { name: 'Table' }))
    expect(within(screen.getByRole('table', { name: 'Equity over time' })).getAllByRole('row').length).toBe(4)
    await user.click(screen.getByRole('radio', { name: 'Day' }))
    await user.click(await screen.findByRole('button', { name: 'Details' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Explain' }), 'first')
    const table = await screen.findByRole('table', { name: 'Change of equity explained' })
    await user.click(within(table).getByRole('button', { name: 'Other' }))
    const line = (name: string) => within(table).getByRole('row', { name: new RegExp(`^${name}`) }).textContent
    expect(line('Fees, transfers')).toContain('+250.00')
    expect(line('Change of equity')).toContain('+250.00')
    expect(screen.getByText(/USD cash moved by \+250\.00 without a fill/)).toBeTruthy()
  })
  it('zooms into an old day, whose minutes a recorder tells, and back; a hole in them is a gap then', async () => {
    const sample = await take()
    const now = serverNowMs()
    const noonMs = Math.floor((now - 5 * dayMs) / dayMs) * dayMs + 12 * hourMs
    for (let hour = -6; hour <= 6; hour += 1) await save(sample, noonMs + hour * hourMs, dec(String(hour)))
    await save(sample, now)
    const asked: (readonly [number, number])[] = []
    samplesElsewhere.set({
      owner: ownerKey(presentOwner()!),
      read: () => Promise.resolve([]),
      readWithin(fromMs, toMs) {
        asked.push([fromMs, toMs])
        const minutes = Array.from({ length: (toMs - fromMs) / minuteMs + 1 }, (_, index) => fromMs + index * minuteMs)
        const seen = minutes.filter(atMs => atMs <= fromMs + 30 * minuteMs || atMs >= fromMs + 45 * minuteMs)
        return Promise.resolve({ samples: seen.map(atMs => ({ ...sample, atMs })), isWhole: true })
      },
    })
    stageSize(900, 300)
    try {
      const { container } = render(<HistoryPanel />, { wrapper: UiProvider })
      const user = userEvent.setup()
      await user.click(await screen.findByRole('radio', { name: 'Equity' }))
      await user.click(screen.getByRole('radio', { name: '1 w' }))
      const plot = await waitFor(() => container.querySelector('figure svg')!)
      expect(container.querySelector('title')?.textContent).toContain('No samples')
      fireEvent.pointerDown(plot, { clientX: 60 })
      fireEvent.pointerMove(plot, { clientX: 200 })
      fireEvent.pointerUp(plot, { clientX: 400 })
      expect(asked).toEqual([])
      await user.click(await screen.findByRole('button', { name: 'Zoom in' }))
      expect((await screen.findByText(/each minute/)).textContent).toMatch(/ to .*, each minute/)
      const [[fromMs, toMs] = [0, 0]] = asked
      expect(
        [fromMs, toMs].every(atMs => Math.abs(atMs - noonMs) <= 6 * hourMs && (atMs - noonMs) % hourMs === 0),
      ).toBe(true)
      expect(toMs - fromMs).toBeGreaterThanOrEqual(hourMs)
      const gaps = [...container.querySelectorAll('title')].map(each => each.textContent)
      expect(gaps).toEqual([expect.stringMatching(/No samples from .*:30:00.* to .*:45:00/)])
      await user.click(screen.getByRole('button', { name: 'Whole range' }))
      await waitFor(() => expect(screen.queryByText(/each minute/)).toBeNull())
    } finally {
      stageSize(0, 0)
      samplesElsewhere.set(undefined)
    }
  })
  it('the day’s change is against the sample of its start, or not given', async () => {
    const sample = await take()
    const equity = equityOf(sample.equity, 'value')!
    const { rerender } = render(<Day equity={equity} />, { wrapper: UiProvider })
    await waitFor(() =>
      expect(screen.getByTestId('day-change').textContent).toMatch(/–(recording since|not signed in then)/),
    )
    const startMs = dayStartMs(serverNowMs(), '08:00')
    await save(sample, startMs)
    await act(async () => {
      await queryClient.invalidateQueries()
    })
    rerender(<Day equity={sub(equity, dec('12.5'))} />)
    await waitFor(() => expect(screen.getByTestId('day-change').textContent).toContain('−12.50'))
  })
  it('what was realised says since when, before fees', async () => {
    const sample = await take()
    await save(sample, serverNowMs())
    render(<Booked />, { wrapper: UiProvider })
    await waitFor(() =>
      expect(screen.getByTestId('total-realised').textContent).toMatch(
        /before fees0\.00since \d{1,2} \w{3} \d{2}:\d{2}/,
      ),
    )
  })
})
