// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../core/domain/time.ts'
import '../../../testing/sized-elements.ts'
import { mask } from '../format/privacy.ts'
import { setPreferences } from '../theme/preferences.ts'
import { TimeChart, type TimeChartProps } from './time-chart.tsx'

beforeEach(() => setPreferences({ timeZone: 'utc' }))
afterEach(() => {
  cleanup()
  setPreferences({ amounts: 'shown' })
})

const startMs = Date.UTC(2026, 10, 25, 8)
const at = (minute: number): number => startMs + minute * minuteMs
const minutes = [0, 1, 2, 32, 33, 34]
const isGap: TimeChartProps['isGap'] = (before, after) => after - before > 5 * minuteMs

function show(more: Partial<TimeChartProps> = {}): HTMLElement {
  render(
    <TimeChart
      label="Equity"
      atMs={minutes.map(at)}
      series={[{ id: 'equity', label: 'Equity, USD', values: [100, 101, 102, 132, Number.NaN, -134.5], look: 'main' }]}
      currency="USD"
      isGap={isGap}
      {...more}
    />,
  )
  return screen.getByRole('figure', { name: 'Equity' })
}
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Time at the crosshair' })
const said = () => slider().getAttribute('aria-valuetext')
const moveTo = (index: number) => fireEvent.change(slider(), { target: { value: String(index) } })
const plot = (): Element => {
  const found = document.querySelector('svg')
  if (found === null) throw new Error('no plot')
  return found
}
const lines = (): string[] => [...document.querySelectorAll('path')].map(path => path.getAttribute('d') ?? '')
function pxOf(index: number): number {
  moveTo(index)
  return Number.parseFloat(document.querySelector('[class*="crosshair"] > line')?.getAttribute('x1') ?? '')
}

describe('the crosshair by keys', () => {
  it('begins at the last point, and reads each in figures and in the reader’s zone', () => {
    show()
    expect(said()).toBe('Wed 25 Nov 2026 08:34:00 UTC: −134.50 USD')
    moveTo(2)
    expect(said()).toBe('Wed 25 Nov 2026 08:02:00 UTC: 102.00 USD')
  })

  it('reads what is missing as missing, not as zero', () => {
    show()
    moveTo(4)
    expect(said()).toBe('Wed 25 Nov 2026 08:33:00 UTC: –')
  })

  it('picks the point by Enter, and by no other key', () => {
    const picked: number[] = []
    show({ onPick: ms => picked.push(ms) })
    moveTo(1)
    fireEvent.keyDown(slider(), { key: ' ' })
    fireEvent.keyDown(slider(), { key: 'Enter' })
    expect(picked).toEqual([at(1)])
  })

  it('reads out the events beside it, a few by name and the rest by number', () => {
    const events = Array.from({ length: 6 }, (_, index) => ({
      id: `${index}`,
      atMs: at(1),
      label: `Fill ${index}`,
      tone: 'accent' as const,
    }))
    const chart = show({ events: [...events, { id: 'far', atMs: at(33), label: 'Settled', tone: 'danger' }] })
    moveTo(1)
    const read = [...chart.querySelectorAll('span[class*="readoutEvent"]')].map(each => each.textContent)
    expect(read).toEqual(['Fill 0', 'Fill 1', 'Fill 2', 'Fill 3', 'and 2 more'])
  })

  it('goes when it is left', () => {
    const chart = show()
    moveTo(0)
    expect(chart.textContent).toContain('Wed 25 Nov 2026 08:00:00 UTC')
    fireEvent.blur(slider())
    expect(chart.textContent).not.toContain('Wed 25 Nov 2026 08:00:00 UTC')
  })
})

describe('the pointer', () => {
  const down = (clientX: number) => fireEvent.pointerDown(plot(), { clientX })
  const up = (clientX: number) => fireEvent.pointerUp(plot(), { clientX })

  it('picks the point nearest to where it was pressed', () => {
    const picked: number[] = []
    show({ onPick: ms => picked.push(ms) })
    const px = pxOf(3)
    down(px + 2)
    up(px + 3)
    expect(picked).toEqual([at(32)])
  })

  it('takes a span by dragging, either way, its ends at points', () => {
    const spans: (readonly [number, number])[] = []
    const picked: number[] = []
    show({ onPick: ms => picked.push(ms), onBrush: (from, to) => spans.push([from, to]) })
    const [first, last] = [pxOf(1), pxOf(3)]
    down(last)
    up(first)
    down(first - 1)
    up(last + 1)
    expect(spans).toEqual([
      [at(1), at(32)],
      [at(1), at(32)],
    ])
    expect(picked).toEqual([])
  })

  it('takes none where it came back to the point it began at, or left', () => {
    const spans: unknown[] = []
    show({ onBrush: (from, to) => spans.push([from, to]) })
    const px = pxOf(3)
    down(px - 8)
    up(px + 8)
    down(px)
    fireEvent.pointerLeave(plot())
    up(0)
    expect(spans).toEqual([])
  })
})

describe('what is drawn', () => {
  it('bridges no gap, and names how long nothing was known', () => {
    const chart = show()
    // The line restarts after the half hour, and after the missing value.
    const [line = ''] = lines()
    expect(line.match(/M/g)?.length ?? 0).toBeGreaterThan(1)
    expect(chart.querySelector('title')?.textContent).toBe(
      'No samples from Wed 25 Nov 2026 08:02:00 UTC to Wed 25 Nov 2026 08:32:00 UTC',
    )
    expect(chart.textContent).toContain('30 m')
  })

  it('distinguishes axis values that a short form would write alike', () => {
    const values = minutes.map((_, index) => 2_707_000 + index / 10)
    const chart = show({ series: [{ id: 'equity', label: 'Equity, USD', values, look: 'main' }] })
    const ticks = [...chart.querySelectorAll('text')]
      .map(text => text.textContent)
      .filter(text => text.startsWith('2,707'))
    expect(ticks.length).toBeGreaterThan(2)
    expect(new Set(ticks).size).toBe(ticks.length)
  })

  it('leaves room for the longest value of the axis', () => {
    const values = minutes.map((_, index) => 2_863_465.7 + index / 100)
    const chart = show({ series: [{ id: 'equity', label: 'Equity, USD', values, look: 'main' }] })
    const labels = [...chart.querySelectorAll('text')].filter(({ textContent }) => textContent.startsWith('2,863'))
    expect(labels.length).toBeGreaterThan(1)
    for (const label of labels)
      expect(Number(label.getAttribute('x'))).toBeGreaterThanOrEqual(label.textContent.length * 6)
  })

  it('of no points says so', () => {
    expect(show({ atMs: [], series: [], empty: 'No sample since 08:00 UTC.' }).textContent).toContain(
      'No sample since 08:00 UTC.',
    )
  })

  it('hides amounts and keeps the times', () => {
    show()
    act(() => setPreferences({ amounts: 'hidden' }))
    moveTo(0)
    expect(said()).toBe(`Wed 25 Nov 2026 08:00:00 UTC: ${mask} USD`)
  })
})

describe('the same as a table', () => {
  const rows = () =>
    within(screen.getByRole('table', { name: 'Equity' }))
      .getAllByRole('row')
      .slice(1)

  it('is newest first, with what is missing as missing', () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Table' }))
    expect(rows().map(row => row.lastElementChild?.textContent)).toEqual([
      '−134.50',
      '–',
      '132.00',
      '102.00',
      '101.00',
      '100.00',
    ])
    expect(rows()[0]?.firstElementChild?.textContent).toBe('Wed 25 Nov 2026 08:34:00 UTC')
  })

  it('of many points has at most two hundred, the newest among them', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => index)
    show({ atMs: many.map(at), series: [{ id: 'a', label: 'A', values: many, look: 'main' }] })
    fireEvent.click(screen.getByRole('button', { name: 'Table' }))
    expect(rows().length).toBeLessThanOrEqual(200)
    expect(rows()[0]?.lastElementChild?.textContent).toBe('1,000.00')
  })
})
