// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countLoading, lazyComponent } from './lazy-component.tsx'
import { PartBoundary } from './part-boundary.tsx'

afterEach(cleanup)

function Said({ word }: { readonly word: string }): ReactNode {
  return <p>said {word}</p>
}

test('the fallback stands until the code has come, then the component with its props', async () => {
  let come: ((component: typeof Said) => void) | undefined
  const Later = lazyComponent(() => new Promise<typeof Said>(resolve => (come = resolve)), <p>waiting</p>)
  render(<Later word="hello" />)
  expect(screen.getByText('waiting')).toBeTruthy()
  come?.(Said)
  expect(await screen.findByText('said hello')).toBeTruthy()
})
test('code that came is drawn when it comes, and at once wherever it is drawn after that', async () => {
  // Runs in real time, as in a page.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const Later = lazyComponent(async () => Said, <p>waiting</p>)
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(<Later key="first" word="first" />))
  expect(host.textContent).toBe('waiting')
  await waitFor(() => expect(host.textContent).toBe('said first'))
  flushSync(() => root.render(<Later key="second" word="second" />))
  expect(host.textContent).toBe('said second')
  root.unmount()
  vi.unstubAllGlobals()
})

function failing() {
  const loads = { count: 0, mended: false }
  const load = (): Promise<typeof Said> => {
    loads.count += 1
    return loads.mended ? Promise.resolve(Said) : Promise.reject(new Error('no network'))
  }
  return { loads, load }
}

describe('code that cannot be loaded', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockReturnValue()
  })
  afterEach(() => vi.useRealTimers())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('is fetched once more after a second, without a word', async () => {
    const { loads, load } = failing()
    const Later = lazyComponent(load, <p>waiting</p>)
    render(<Later word="a" />)
    await pass(999)
    expect(loads.count).toBe(1)
    loads.mended = true
    await pass(1)
    expect(screen.getByText('said a')).toBeTruthy()
  })
  test('fails alone, and is loaded by Retry', async () => {
    const { loads, load } = failing()
    const Later = lazyComponent(load, null, { name: 'The chart' })
    render(
      <>
        <p>the rest</p>
        <Later word="a" />
      </>,
    )
    await pass(1_000)
    expect(screen.getByRole('alert').textContent).toContain('The chart could not be shown')
    expect(screen.getByText('the rest')).toBeTruthy()
    loads.mended = true
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await pass(0)
    expect(screen.getByText('said a')).toBeTruthy()
    expect(loads.count).toBe(3)
  })
  test('shows nothing where a message is not worth its room', async () => {
    const Later = lazyComponent(failing().load, <p>waiting</p>, { shows: 'nothing' })
    render(<Later word="a" />)
    await pass(1_000)
    expect(document.body.textContent).toBe('')
  })
  test('reaches the boundary of a screen, which has a message of its own', async () => {
    const Later = lazyComponent(failing().load, null, { shows: 'throws' })
    render(
      <PartBoundary renderFailed={error => <p>failed: {String(error)}</p>}>
        <Later word="a" />
      </PartBoundary>,
    )
    await pass(1_000)
    expect(screen.getByText('failed: Error: no network')).toBeTruthy()
  })
})

describe('an overlay', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
  let broken = true
  function Sheet({ open }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
    if (broken) throw new Error('a fault of its own')
    return open && <p>the sheet</p>
  }
  const LazySheet = lazyComponent(async () => Sheet, null, {
    name: 'The sheet',
    useClose: ({ open, onClose }) => (open ? onClose : undefined),
  })
  function Page(): ReactNode {
    const [open, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <LazySheet open={open} onClose={() => setOpen(false)} />
      </>
    )
  }

  test('that throws says so in itself, is closed, and is tried again when it is opened next', async () => {
    render(<Page />)
    const failed = await screen.findByRole('alertdialog', { name: 'The sheet' })
    expect(failed.textContent).toContain('The sheet could not be shown')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('the sheet')).toBeTruthy()
  })
})

const uses = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => /(?<!\.test|lazy-component)\.tsx$/.test(file))
  .flatMap(file => {
    const text = readFileSync(join('src', file), 'utf8')
    return [
      ...text.matchAll(/lazyComponent\(\s*async \(\) => \(await import\('([^']+)'\)\)\.(\w+)[\s\S]*?\n(?=\S|$)/g),
    ].map(([call, path = '', name = '']) => ({
      name,
      call,
      text: readFileSync(join('src', dirname(file), path), 'utf8'),
    }))
  })
const isOverlay = ({ name, text }: (typeof uses)[number]): boolean =>
  !['ApproverSection', 'OrderDock'].includes(name) &&
  /<(?:Dialog|Drawer|DraftDialog|Base\.Root|Menu\.Root)\b/.test(text)
test.each(uses.filter(isOverlay))('$name, an overlay, can be closed when it fails', ({ call }) => {
  expect(call).toMatch(/useClose|failing/)
})
test('every use was found', () => expect([uses.length > 35, uses.filter(isOverlay).length > 10]).toEqual([true, true]))

const loading = () => document.documentElement.dataset['loading']

test('the document counts the parts being fetched, and has no count once all have come or failed', async () => {
  const arrives = countLoading(Promise.resolve('part'))
  const fails = countLoading(Promise.reject(new Error('no network')))
  const waits = countLoading(new Promise<void>(resolve => void setImmediate(resolve)))
  expect(loading()).toBe('3')
  expect(await arrives).toBe('part')
  await expect(fails).rejects.toThrow('no network')
  expect(loading()).toBe('1')
  await waits
  expect(loading()).toBeUndefined()
})
