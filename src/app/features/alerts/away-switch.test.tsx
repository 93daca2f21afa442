// @vitest-environment happy-dom
/** The switch that lets the recorder watch this browser's alerts, over the in-process recorder. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addAlert, alertsOf, removeAlert, startAlerts } from '../../api/alerts/alerts.ts'
import { closeDatabase } from '../../api/browser/db.ts'
import { askRecorder } from '../../api/recorder/ask-recorder.ts'
import { recorderState } from '../../api/recorder/recorder-state.ts'
import { readVenue } from '../../api/venue/venue.ts'
import { dec } from '../../../core/domain/decimal.ts'
import '../../../testing/overlays-there.tsx'
import { recorderBehindPage } from '../../../testing/recorder/recorder-behind-page.ts'
import { lapseAccount } from '../../../testing/recorder/time-lapse.ts'
import { AwaySwitch } from './away-switch.tsx'

const level = (value: string) =>
  ({ kind: 'price', subject: 'BTC-USD-PERPETUAL', direction: 'above', level: dec(value) }) as const

let behind: Awaited<ReturnType<typeof recorderBehindPage>>
const ends: (() => void)[] = []
beforeEach(async () => {
  localStorage.clear()
  behind = await recorderBehindPage()
  ends.push(startAlerts())
})
afterEach(async () => {
  cleanup()
  for (const { id } of alertsOf(behind.ownerKey())) removeAlert(behind.ownerKey(), id)
  act(() => {
    for (const end of ends.splice(0)) end()
  })
  await closeDatabase()
})

async function show(): Promise<HTMLElement> {
  await act(async () => void ends.push(await behind.signIn()))
  render(<AwaySwitch />)
  return screen.findByRole('checkbox', { name: 'Watch while away' })
}
const watched = async () => (await behind.store.alerts(behind.lapse.owner)).map(({ alert, by }) => [alert.level, by])
const comesTo = (...levels: string[]) =>
  waitFor(async () => expect(await watched()).toEqual(levels.map(each => [each, 'desk-key'])))

describe('the switch', () => {
  test('is off until it is chosen: nothing is handed over before', async () => {
    addAlert(behind.ownerKey(), level('105000'))
    const box = await show()
    expect((box as HTMLInputElement).checked).toBe(false)
    expect(await watched()).toEqual([])
    expect(
      screen.getByText(
        /sends them to desk-hook \(webhook\) and night-hook \(webhook, quiet 22:00–07:00 Europe\/Prague\)/,
      ),
    ).toBeDefined()
  })

  test('hands over the alerts of this browser, those made later too, and drops what is removed', async () => {
    addAlert(behind.ownerKey(), level('105000'))
    await userEvent.click(await show())
    await comesTo('105000')
    act(() => void addAlert(behind.ownerKey(), level('106000')))
    await waitFor(async () =>
      expect(new Set((await watched()).map(([at]) => at))).toEqual(new Set(['105000', '106000'])),
    )
    const [first] = alertsOf(behind.ownerKey())
    act(() => removeAlert(behind.ownerKey(), first?.id ?? ''))
    await comesTo('106000')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Watch while away' }))
    await comesTo()
    expect(alertsOf(behind.ownerKey()).map(each => each.level)).toEqual(['106000'])
  })

  test('stays on over a reload, and over the end of the session: that is what it is for', async () => {
    addAlert(behind.ownerKey(), level('105000'))
    await userEvent.click(await show())
    await comesTo('105000')
    act(() => ends.pop()?.())
    cleanup()
    await comesTo('105000')
    expect(((await show()) as HTMLInputElement).checked).toBe(true)
  })

  test('says that the recorder does not have the alerts while it does not answer, and hands them over when it does', async () => {
    const box = await show()
    addAlert(behind.ownerKey(), level('105000'))
    behind.state.isAway = true
    await userEvent.click(box)
    const status = await screen.findByRole('status')
    expect(status.textContent).toMatch(
      /The recorder does not have these alerts as they stand: The recorder did not answer\./,
    )
    behind.state.isAway = false
    act(() => void addAlert(behind.ownerKey(), level('106000')))
    await waitFor(async () => expect((await watched()).length).toBe(2))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  test('lists what another browser set, which may be dropped here, and what the recorder’s file set, which may not', async () => {
    const alert = { id: 'elsewhere', ...level('120000') }
    await behind.store.changeAlerts(behind.lapse.owner, { watch: [{ alert, by: 'colleague' }], drop: [], most: 100 })
    await behind.recorder?.writer.alerts.setFileAlerts([{ id: 'file 1', ...level('130000') }])
    await show()
    await screen.findByText('Set in another browser by colleague')
    expect(screen.getByText('Set in the recorder’s file')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /^Remove, also where it was set: / }))
    await waitFor(() => expect(screen.queryByText('Set in another browser by colleague')).toBeNull())
    expect((await behind.store.alerts(behind.lapse.owner)).map(each => each.alert.id)).toEqual(['file 1'])
  })

  test('drops alerts that another browser removed, says so, and sets them again on request', async () => {
    addAlert(behind.ownerKey(), level('105000'))
    await userEvent.click(await show())
    await comesTo('105000')
    // As another browser would send it.
    const removed = await askRecorder(
      'watchAlerts',
      { venueKey: readVenue().key, account: lapseAccount },
      {
        body: { account: lapseAccount, watch: [], drop: [], remove: alertsOf(behind.ownerKey()).map(each => each.id) },
      },
    )
    expect(removed.ok).toBe(true)
    expect(alertsOf(behind.ownerKey()).map(each => each.level)).toEqual(['105000'])
    act(() => void addAlert(behind.ownerKey(), level('106000')))
    await screen.findByText('Removed in another browser')
    await comesTo('106000')
    expect(alertsOf(behind.ownerKey()).map(each => each.level)).toEqual(['106000'])
    await userEvent.click(screen.getByRole('button', { name: 'Set again: BTC PERP above 105,000' }))
    await waitFor(async () =>
      expect(new Set((await watched()).map(([at]) => at))).toEqual(new Set(['105000', '106000'])),
    )
    expect(screen.queryByText('Removed in another browser')).toBeNull()
    expect(alertsOf(behind.ownerKey()).map(each => each.level)).toEqual(['106000', '105000'])
  })

  test('keeps its alerts while it is off: what it dropped then was not removed', async () => {
    addAlert(behind.ownerKey(), level('105000'))
    const box = await show()
    for (const levels of [['105000'], [], ['105000']]) {
      await userEvent.click(box)
      await comesTo(...levels)
      expect(alertsOf(behind.ownerKey()).map(each => each.level)).toEqual(['105000'])
    }
  })

  test('is not there where the recorder sends nothing', async () => {
    behind = await recorderBehindPage('none')
    await act(async () => void ends.push(await behind.signIn()))
    render(<AwaySwitch />)
    await waitFor(() => expect(recorderState.get().kind).toBe('followed'))
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
