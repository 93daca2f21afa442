// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readAlertSettings, setAlertSettings } from '../../api/alerts/alert-settings.ts'
import { readPollPace, setPollPace } from '../../api/polling/poll-pace.ts'
import { readSession } from '../../api/venue/session.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { readFixedTimeoutMs } from '../../api/venue/time-out-setting.ts'
import { readVenue, setVenueSettings } from '../../api/venue/venue.ts'
import { emptyBrowser, leavePage, mountPage, startPage } from '../../../testing/mount-page.tsx'
import '../../../testing/overlays-there.tsx'
import { standardPreferences } from '../../ui/theme/theme-choice.ts'
import { preferences, setPreferences } from '../../ui/theme/preferences.ts'
import SettingsPage from './settings-page.tsx'

const page = startPage({ control: true, starts: 'signed_out' })

const show = () => mountPage(<SettingsPage />, '/settings')
const section = (name: string) => within(screen.getByRole('region', { name }))
const facts = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...screen.getByRole('region', { name }).querySelectorAll('dt')].map(term => [
      term.textContent ?? '',
      term.nextElementSibling?.textContent ?? '',
    ]),
  )
const choose = (group: string, choice: string): void => {
  fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name: choice }))
}
const chosen = (group: string): string | undefined =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole<HTMLInputElement>('radio')
    .find(radio => radio.checked)
    ?.parentElement?.textContent?.trim()

beforeEach(() => {
  setPreferences(standardPreferences)
  setPollPace('1')
  setVenueSettings({ legKeys: 'short' })
  setAlertSettings({ sound: false, browser: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setPreferences(standardPreferences)
})

describe('the venue', () => {
  it('is shown with its environment, instruments and clock offset', async () => {
    await show()
    await waitFor(() => expect(facts('Venue')['Instruments']).toMatch(/^\d+ \(from the venue\)$/))
    expect(facts('Venue')['Environment']).toContain('no real money')
    await waitFor(() => expect(facts('Venue')['Clock offset']).toMatch(/^(less than a second|[+−]\d.*)$/))
  })

  it('has what it answers and lacks what it refuses, once that was found out', async () => {
    page.sandbox.instead = request =>
      request.url.includes('/summary') ? new Response('{}', { status: 404 }) : undefined
    await show()
    await waitFor(() => expect(facts('Venue')['Server time']).toBe('yes'))
    expect(facts('Venue')['Socket']).toBe('opens at sign-in')
  })

  it('says that instruments could not be loaded, which is not that there are none', async () => {
    page.sandbox.instead = request =>
      request.url.includes('exchangeInfo') ? new Response('', { status: 503 }) : undefined
    await leavePage(page.stop)
    await emptyBrowser()
    page.start()
    await show()
    await waitFor(() => expect(facts('Venue')['Instruments']).toMatch(/503|unavailable/i))
  })

  it('names the first instrument that could not be read', async () => {
    page.sandbox.instead = async request => {
      if (!request.url.includes('exchangeInfo')) return undefined
      const answer = await page.sandbox.pass(request)
      const text = (await answer.text()).replace(/"price_step":"[^"]*"/, '"price_step":"dear"')
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    }
    await leavePage(page.stop)
    await emptyBrowser()
    page.start()
    await show()
    expect(await screen.findByText('1 listed instruments could not be read')).toBeTruthy()
    expect(section('Venue').getByText(/First: row 1, field price_step/)).toBeTruthy()
  })
})

describe('the sign-in', () => {
  it('to the sandbox is of the account that was named, and ends by Sign out', async () => {
    await show()
    await userEvent.type(section('Sign-in').getByLabelText('Sandbox account'), 'settings-one')
    await userEvent.click(section('Sign-in').getByRole('button', { name: 'Sign in to the sandbox' }))
    await waitFor(() => expect(facts('Sign-in')['Account']).toBe('settings-one'))
    expect(facts('Sign-in')['By']).toContain('sandbox')
    await userEvent.click(section('Sign-in').getByRole('button', { name: 'Sign out' }))
    expect(readSession().status).toBe('signed_out')
    expect(section('Sign-in').getByRole('button', { name: 'Sign in to the sandbox' })).toBeTruthy()
    expect(section('Data').queryByRole('button', { name: 'Erase…' })).toBeNull()
  })

  it('with what is no token says what is wrong, sends nothing, and keeps what was typed', async () => {
    await show()
    const field = section('Sign-in').getByLabelText<HTMLInputElement>('Token (credentials_secret)')
    await userEvent.type(field, 'not a token')
    await userEvent.click(section('Sign-in').getByRole('button', { name: 'Sign in with token' }))
    expect(section('Sign-in').getByText(/three parts/)).toBeTruthy()
    expect(field.value).toBe('not a token')
    expect(page.sandbox.asked.filter(each => each.includes('/positions'))).toEqual([])
  })

  it('with a key reports each invalid field', async () => {
    await show()
    const form = within(screen.getByRole('form', { name: 'Sign in with a key', hidden: true }))
    await userEvent.clear(form.getByLabelText('Life of a token, seconds'))
    await userEvent.type(form.getByLabelText('Life of a token, seconds'), '5')
    await userEvent.click(form.getByRole('button', { name: 'Sign in with the key', hidden: true }))
    expect(await form.findByText('Give the API key that the venue shows for this key.')).toBeTruthy()
    expect(form.getByText('Paste the private key, choose its file, or make a pair here.')).toBeTruthy()
    expect(form.getByText(/Whole seconds from 25 to 864,000/)).toBeTruthy()
    expect(readSession().status).toBe('signed_out')
  })
})

describe('the practice desk', () => {
  const desk = () => screen.findByRole('region', { name: 'Practice desk' })

  it('stops time and lets it run, and says which', async () => {
    await show()
    await desk()
    await userEvent.click(section('Practice desk').getByRole('button', { name: 'Stop time' }))
    await waitFor(() => expect(facts('Practice desk')['Exchange time']).toMatch(/, standing still$/))
    await userEvent.click(section('Practice desk').getByRole('button', { name: 'Let time run' }))
    await waitFor(() => expect(facts('Practice desk')['Exchange time']).not.toContain('standing still'))
  })

  it('sets a price, and does not send an invalid one', async () => {
    await show()
    await desk()
    const price = section('Practice desk').getByLabelText('Index price, USD')
    await userEvent.type(price, '97x')
    expect(section('Practice desk').getByText('Not a number: “x” cannot stand there.')).toBeTruthy()
    expect(section('Practice desk').getByRole<HTMLButtonElement>('button', { name: 'Set price' }).disabled).toBe(true)
    await userEvent.clear(price)
    await userEvent.type(price, '91500')
    await userEvent.click(section('Practice desk').getByRole('button', { name: 'Set price' }))
    await waitFor(() => expect(facts('Practice desk')['Prices set']).toBe('BTC'))
  })

  it('spoils the next order of the account that is signed in, and takes that back', async () => {
    await show()
    await desk()
    expect(section('Practice desk').getByText(/Sign in to practise faults/)).toBeTruthy()
    await act(async () => expect(await signInToSandbox('desk-one')).toEqual({ ok: true }))
    await userEvent.selectOptions(
      section('Practice desk').getByLabelText('Your next order'),
      'Rejected: insufficient balance',
    )
    await userEvent.click(section('Practice desk').getByRole('button', { name: 'Inject fault' }))
    await waitFor(() => expect(facts('Practice desk')['Faults to come']).toBe('reject ×1 (desk-one)'))
    await userEvent.click(section('Practice desk').getByRole('button', { name: 'Clear faults' }))
    await waitFor(() => expect(facts('Practice desk')['Faults to come']).toBe('none'))
  })

  it('is not there where the exchange has none', async () => {
    page.sandbox.instead = request =>
      request.url.includes('/sandbox/control') ? new Response('', { status: 404 }) : undefined
    await show()
    await waitFor(() => expect(page.sandbox.asked).toContain('GET /sandbox/control'))
    expect(screen.queryByRole('region', { name: 'Practice desk' })).toBeNull()
  })
})

describe('notifications', () => {
  it('make a sound once that was chosen', async () => {
    await show()
    await userEvent.click(section('Notifications').getByRole('checkbox', { name: /Sound/ }))
    expect(readAlertSettings().sound).toBe(true)
    await userEvent.click(section('Notifications').getByRole('checkbox', { name: /Sound/ }))
    expect(readAlertSettings().sound).toBe(false)
  })

  it.each([
    ['granted', true],
    ['denied', false],
  ] as const)('of the desktop are on only where the browser allows them: %s', async (answer, isOn) => {
    vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve(answer) })
    await show()
    await userEvent.click(section('Notifications').getByRole('checkbox', { name: /Desktop/ }))
    if (!isOn) expect(await section('Notifications').findByText(/does not allow notices/)).toBeTruthy()
    await waitFor(() => expect(readAlertSettings().browser).toBe(isOn))
  })
})

describe('data', () => {
  it('that the browser does not report are not zero', async () => {
    await show()
    await waitFor(() => expect(facts('Data')['Used']).toBe('not reported by this browser'))
    expect(facts('Data')['Low disk']).toBe('browser may delete')
  })

  it('are counted and made to last where the browser can; where it declines that is said', async () => {
    let isPersistent = false
    const storage = {
      estimate: () => Promise.resolve({ usage: 1_500_000, quota: 2_000_000_000 }),
      persisted: () => Promise.resolve(isPersistent),
      persist: () => Promise.resolve(isPersistent),
    }
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
    await show()
    await waitFor(() => expect(facts('Data')).toMatchObject({ Used: '1.5 MB', Quota: '2,000.0 MB' }))
    await userEvent.click(section('Data').getByRole('button', { name: 'Make storage persistent' }))
    expect(await section('Data').findByText(/The browser declined for now/)).toBeTruthy()
    isPersistent = true
    await userEvent.click(section('Data').getByRole('button', { name: 'Make storage persistent' }))
    await waitFor(() => expect(facts('Data')['Low disk']).toBe('stored until you erase it'))
    expect(section('Data').queryByText(/declined/)).toBeNull()
    Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true })
  })
})

it.each([
  ['Theme', 'Light', 'Dark', () => preferences().theme, 'light'],
  ['P&L colours', 'Blue and orange', 'Green and red', () => preferences().palette, 'colour-blind'],
  ['Density', 'Compact', 'Comfortable', () => preferences().density, 'compact'],
  ['Package price', 'In total', 'Per package', () => preferences().units, 'total'],
  ['Your answer when its RFQ ends', 'Leave it', 'Withdraw it', () => preferences().answers, 'own_life'],
  ['Polling interval', '10 s', '2 s', readPollPace, '5'],
  ['Time-out of a call', '15 s', 'Automatic', readFixedTimeoutMs, 15_000],
  ['Leg field names', 'symbol, tradeable_entity_id', 'sym, tid', () => readVenue().legKeys, 'long'],
])('%s: %s holds from the press on, stands again on the next visit, and is taken back', async (...choice) => {
  const [group, other, standard, read, value] = choice
  await show()
  const before = read()
  expect(chosen(group)).toContain(standard)
  choose(group, other)
  expect(read()).toBe(value)
  cleanup()
  await show()
  expect(chosen(group)).toContain(other)
  choose(group, standard)
  expect(read()).toBe(before)
})
