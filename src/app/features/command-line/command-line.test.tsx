// @vitest-environment happy-dom
/** The command line over the in-process exchange: results, previews, and the effect of Enter. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { pass } from '../../../testing/stepped-clock.ts'
import { readInstruments } from '../../api/market/instruments.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { limitOrder } from '../../../testing/outside-orders.ts'
import { askAs } from '../../../testing/sandbox.fixture.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { emptyBrowser, mountPage, startPage } from '../../../testing/mount-page.tsx'
import { CommandLine } from './command-line.tsx'
import '../../../testing/overlays-there.tsx'

let done: string[]
const page = startPage({ starts: 'signed_out' })
beforeEach(() => void (done = []))

function Page() {
  useCommands(
    ['Go to Orders', 'Go to Markets', 'Lock trading in this tab'].map(name => ({
      id: name,
      name,
      run: () => void done.push(name),
    })),
  )
  return <CommandLine open onClose={() => void done.push('closed')} />
}

async function show(address = '/portfolio') {
  const router = await mountPage(<Page />, address)
  // The field gets focus in the next frame.
  await pass(20)
  return router
}

const line = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Search and commands' })
const options = (): string[] => screen.queryAllByRole('option').map(option => option.textContent ?? '')
const type = (text: string): void => {
  act(() => void fireEvent.change(line(), { target: { value: text } }))
}
const listed = () => waitFor(() => expect(readInstruments().status).toBe('ready'))

async function typeAndEnter(text: string): Promise<void> {
  const global = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  global.IS_REACT_ACT_ENVIRONMENT = false
  onTestFinished(() => void (global.IS_REACT_ACT_ENVIRONMENT = true))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(line(), text)
  line().dispatchEvent(new Event('input', { bubbles: true }))
  // Renders the letters.
  await Promise.resolve()
  line().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}

async function withholdListing(): Promise<() => void> {
  let letGo = (): void => undefined
  const withheld = new Promise<undefined>(resolve => {
    letGo = () => resolve(undefined)
  })
  page.stop()
  await emptyBrowser()
  page.sandbox.instead = request => (request.url.includes('exchangeInfo') ? withheld : undefined)
  page.start()
  return () => letGo()
}

it('Enter pressed at once after the last letter does what the text says, whatever the text before it found', async () => {
  await listed()
  await show()
  type('ic x5 wibble')
  await waitFor(() => expect(options()).toEqual([]))
  await typeAndEnter('go to orders')
  await waitFor(() => expect(done).toEqual(['closed', 'Go to Orders']))
})

it('Enter pressed at once takes none of the options of the text before', async () => {
  await listed()
  await show()
  type('go to orders')
  await waitFor(() => expect(options()).toHaveLength(1))
  await typeAndEnter('lock')
  await waitFor(() => expect(done).toEqual(['closed', 'Lock trading in this tab']))
})

it('Enter on a structure typed before the instruments are there waits for them, and loads it', async () => {
  const answer = await withholdListing()
  const router = await show()
  type('sell 2 btc 25d strangle')
  expect(screen.getByText('No match yet: the instruments are being loaded.')).toBeTruthy()
  fireEvent.keyDown(line(), { key: 'Enter' })
  expect(done).toEqual([])
  await act(async () => answer())
  await waitFor(() => expect(router.location.pathname).toBe('/build'))
  expect(router.location.search).toMatchObject({ dir: 'sell', qty: '2' })
})

it('an Enter that waits is dropped by the next letter', async () => {
  const answer = await withholdListing()
  const router = await show()
  type('sell 2 btc 25d strangle')
  fireEvent.keyDown(line(), { key: 'Enter' })
  type('sell 2 btc 25d strangle 3500')
  await act(async () => answer())
  await screen.findByRole('option', { name: /^Load: Sell 2 · / })
  expect(done).toEqual([])
  expect(router.location.pathname).toBe('/portfolio')
})

const first = (): string => options()[0] ?? ''
const shown = (text: RegExp | string) => waitFor(() => expect(first()).toMatch(text))

describe('what is typed finds', () => {
  beforeEach(listed)

  it('a structure first, with what it would be, and nothing is sent by loading it', async () => {
    const router = await show()
    type('sell 2 btc 25d strangle')
    await shown(/^Load: Sell 2 · /)
    const preview = await screen.findByTestId('line-preview')
    expect(preview.textContent).toContain('Sell 2')
    expect(preview.textContent).toContain('Max loss')
    expect(preview.querySelectorAll('tbody tr')).toHaveLength(2)
    fireEvent.keyDown(line(), { key: 'Enter' })
    await waitFor(() => expect(router.location.pathname).toBe('/build'))
    expect(page.sandbox.asked.filter(each => each.startsWith('POST'))).toEqual([])
  })

  it('the word that is not known, by name', async () => {
    await show()
    type('ic x5 wibble')
    expect((await screen.findByTestId('line-refusal')).textContent).toBe('Not understood: “wibble”.')
    expect(screen.queryByTestId('line-preview')).toBeNull()
    expect(screen.getByText('No instrument, position or order has that name.')).toBeTruthy()
  })

  it('an instrument, perpetuals before options, and choosing it opens its ticket', async () => {
    const router = await show()
    type('btc')
    await waitFor(() => expect(options().some(each => each.startsWith('BTC PERP'))).toBe(true))
    const instruments = options().filter(each => each.includes('Open the ticket'))
    expect(instruments[0]).toMatch(/^BTC PERP/)
    fireEvent.click(screen.getAllByRole('option').find(each => each.textContent?.startsWith('BTC PERP')) as HTMLElement)
    await waitFor(() => expect(router.location.search).toMatchObject({ trade: 'BTC-USD-PERPETUAL' }))
  })

  it('a command by any of its words, before instruments of that name', async () => {
    await show()
    type('trading lock')
    await waitFor(() => expect(first()).toMatch(/^Lock trading in this tab/))
    type('orders')
    await waitFor(() => expect(first()).toMatch(/^Go to Orders/))
  })

  it('open orders, one of another device named as closing if it was drafted so', async () => {
    await askAs(page.sandbox, 'flat-line', 'POST', '/v1/api/order', { new_order: limitOrder('lwc-1') })
    await act(async () => expect(await signInToSandbox('flat-line')).toEqual({ ok: true }))
    await show()
    type('orders')
    await waitFor(() => expect(options()).toContainEqual(expect.stringMatching(/^Buy to close 0.1 · BTC PERP/)))
  })

  it('positions, to close them, once there are any', async () => {
    await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
    const router = await show()
    type('positions')
    await shown(/^Close /)
    expect(first()).toMatch(/held/)
    fireEvent.keyDown(line(), { key: 'Enter' })
    await waitFor(() => expect(router.location.search).toHaveProperty('trade'))
    expect(page.sandbox.asked.filter(each => each.startsWith('POST') && each.includes('/order'))).toEqual([])
  })
})

it('a pasted message is one draft a line, and the words that are not understood are underlined', async () => {
  await listed()
  await show()
  act(
    () =>
      void fireEvent.paste(line(), {
        clipboardData: { getData: () => 'hi team\n[10:32] Ann: perp x2\n> buy 3 btc perp\nperp wibble' },
      }),
  )
  await waitFor(() => expect(options().filter(each => each.startsWith('Load:'))).toHaveLength(2))
  expect(options()[0]).toContain('Buy 2 · BTC PERP')
  expect(options()[1]).toContain('Buy 3 · BTC PERP')
  expect(screen.getByTestId('line-refusal').textContent).toBe('Not understood: “wibble”.')
  expect(document.querySelector('u')?.textContent).toBe('wibble')
})

it('all words of what is refused are underlined, and not those of what to write', async () => {
  await listed()
  await show()
  type('buy perp x10 min 5 at mid')
  await waitFor(() => expect(screen.getByTestId('line-refusal').textContent).toMatch(/^“min 5” is of a package only/))
  expect([...document.querySelectorAll('u')].map(each => each.textContent)).toEqual(['min', '5'])
})

it('opens without commands, with lines of the present market that are priced, and writes the chosen one into the field', async () => {
  await listed()
  await show()
  await waitFor(() => expect(options().filter(each => each.endsWith('Try'))).toHaveLength(3))
  expect(options().some(each => each.startsWith('Go to'))).toBe(false)
  fireEvent.keyDown(line(), { key: 'Enter' })
  await waitFor(() => expect(line().value).toMatch(/^buy 1 btc \d+[a-z]{3}\d\d [\d/]+ (?:iron condor|strangle)$/))
  expect(done).toEqual([])
  expect((await screen.findByTestId('line-preview')).textContent).toContain('Max loss')
  const written = line().value
  fireEvent.keyDown(line(), { key: 'Enter' })
  await waitFor(() => expect(done).toContain('closed'))
  cleanup()
  await show()
  await waitFor(() => expect(options()[0]).toBe(`${written}Your last lines`))
})
