// @vitest-environment happy-dom
/**
 * Keys with every screen mounted over the in-process exchange: a key has one meaning, and help, command line and bar
 * show the same key for each command.
 */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '../api/browser/db.ts'
import { queryClient } from '../api/polling/query-client.ts'
import { startApi } from '../api/start-api.ts'
import { signOut } from '../api/venue/session.ts'
import { signInToSandbox } from '../api/venue/sign-in.ts'
import { startRegistry } from '../model/orders/use-registry.ts'
import { createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { type Command, isEnabled } from '../ui/commands/command.ts'
import { keyLabels } from '../ui/controls/kbd.tsx'
import { type KeyMeaning, keyTable } from '../ui/commands/key-table.ts'
import { useCommandList, useRunCommand } from '../ui/commands/use-commands.ts'
import { UiProvider } from '../ui/commands/ui-provider.tsx'
import { router, Screens } from './router.tsx'
import { screens, tabs } from './shell/screens.ts'
import '../../testing/overlays-there.tsx'

let stop: () => void
let stopRegistry: () => void
let commands: readonly Command[] = []
let runCommand: (id: string) => void

function Probe() {
  const list = useCommandList()
  const run = useRunCommand()
  useEffect(() => {
    commands = list
    runCommand = run
  })
  return null
}

// One page for all screens, as a trader uses it.
beforeAll(async () => {
  sessionStorage.clear()
  localStorage.clear()
  // Preloaded, so that a test does not wait for it.
  await import('../features/command-line/command-line.tsx')
  const sandbox = await createSandboxFixture()
  stop = startApi({ fetch: sandbox.fetch })
  stopRegistry = startRegistry()
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
  await act(async () => {
    render(
      <UiProvider>
        <Screens />
        <Probe />
      </UiProvider>,
    )
  })
})
afterAll(async () => {
  cleanup()
  signOut()
  stopRegistry()
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
})

const ofScreen = {
  Portfolio: 'portfolio.explain.equity',
  Build: 'build.gallery',
  Orders: 'orders.cancelAll',
  Markets: 'markets.search',
  Journal: 'journal.search',
  Settings: undefined,
} as const satisfies Readonly<Record<(typeof screens)[number]['name'], string | undefined>>

async function open({ name, to }: (typeof screens)[number]): Promise<void> {
  await act(async () => router.navigate({ to }))
  const own = ofScreen[name]
  await waitFor(() => expect(screen.getByRole('main').textContent?.length).toBeGreaterThan(50))
  if (own !== undefined) await waitFor(() => expect(commands.map(each => each.id)).toContain(own))
}

const withKeys = () =>
  commands.filter((each): each is Command & { readonly keys: KeyMeaning } => each.keys !== undefined)
const labelOf = (keys: KeyMeaning): string => keyLabels(keyTable[keys]).join('')

type SheetRow = readonly [key: string, name: string]

async function helpRows(expected: () => ReadonlySet<string>): Promise<readonly SheetRow[]> {
  await act(async () => runCommand('app.help'))
  const sheet = await screen.findByRole('dialog', { name: 'Keys' })
  const read = (): readonly SheetRow[] =>
    [...sheet.querySelectorAll('dl > div')].map(
      row => [row.querySelector('dd')?.textContent ?? '', row.querySelector('dt')?.textContent ?? ''] as const,
    )
  await waitFor(() => expect(new Set(read().map(([key, name]) => `${key} ${name}`))).toEqual(expected()))
  const rows = read()
  await act(async () => void fireEvent.keyDown(sheet, { key: 'Escape' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull())
  return rows
}

const ofPanels = [
  '↓ Into the rows, from a panel or its filter',
  'Esc Back to the rows or the panel, from a field; from the past to now',
  'Space Tick the row in focus; play the past',
  '→ Expand the group in focus',
  '← Collapse the group in focus',
]

async function keysInLine(named: readonly Command[]): Promise<ReadonlyMap<string, string>> {
  await act(async () => runCommand('app.palette'))
  const line = await screen.findByRole('combobox', { name: 'Search and commands' })
  const found = new Map<string, string>()
  for (const { name } of named) {
    await act(async () => void fireEvent.change(line, { target: { value: name } }))
    await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByText(name).length).toBeGreaterThan(0))
    const option = within(screen.getByRole('listbox')).getAllByText(name)[0]?.closest('[role="option"]')
    found.set(name, option?.querySelector('kbd')?.textContent ?? '')
  }
  await act(async () => void fireEvent.keyDown(line, { key: 'Escape' }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  return found
}

describe.each(screens)('the keys of $name', one => {
  it('have one meaning each, and help, command line and bar say the same', async () => {
    await open(one)
    const rows = await helpRows(
      () => new Set([...withKeys().map(each => `${labelOf(each.keys)} ${each.name}`), ...ofPanels]),
    )
    const own = withKeys()
    expect(own.length).toBeGreaterThan(10)

    const holders = new Map<string, Set<string>>()
    for (const { id, keys } of own.filter(isEnabled))
      holders.set(keyTable[keys], (holders.get(keyTable[keys]) ?? new Set()).add(id))
    expect([...holders].filter(([, ids]) => ids.size > 1).map(([key, ids]) => [key, ...ids])).toEqual([])

    const keys = rows.map(([key]) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])

    const enabled = [...new Map(own.filter(isEnabled).map(each => [each.id, each])).values()]
    const inLine = await keysInLine(enabled)
    expect(enabled.map(({ name }) => [name, inLine.get(name)])).toEqual(
      enabled.map(each => [each.name, labelOf(each.keys)]),
    )

    const bar = [...screen.getByRole('navigation', { name: 'Screens' }).querySelectorAll('a')].map(
      link => link.textContent,
    )
    expect(bar).toEqual(tabs.map(({ keys: meaning, name }) => `${labelOf(meaning)}${name}`))
  })
})
