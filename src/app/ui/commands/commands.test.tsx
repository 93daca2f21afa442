// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { matchCommands } from './command.ts'
import { CommandProvider } from './ui-provider.tsx'
import { keyLabels } from '../controls/kbd.tsx'
import { createCommandRegistry } from './registry.ts'
import { type SearchResult, SearchDialog } from './search-dialog.tsx'
import { useCommands } from './use-commands.ts'
import '../../../testing/overlays-there.tsx'

afterEach(cleanup)

function Does({ commands }: { commands: readonly Command[] }) {
  useCommands(commands)
  return null
}

const show = (commands: readonly Command[], beside?: ReactNode) =>
  render(
    <CommandProvider>
      <Does commands={commands} />
      {beside}
    </CommandProvider>,
  )

const keyboard = async (...presses: string[]): Promise<void> => {
  const user = userEvent.setup()
  for (const press of presses) await user.keyboard(press)
}

describe('keys', () => {
  test('run the command registered for them', async () => {
    const done: string[] = []
    show([
      { id: 'a', name: 'A', keys: 'invert', run: () => done.push('i') },
      { id: 'b', name: 'B', keys: 'review', run: () => done.push('enter') },
    ])
    await keyboard('i', '{Control>}{Enter}{/Control}', '{Control>}i{/Control}')
    expect(done).toEqual(['i', 'enter'])
  })
  test('do nothing while typing in a field, unless made for it', async () => {
    const done: string[] = []
    const commands: readonly Command[] = [
      { id: 'a', name: 'A', keys: 'leg.remove', run: () => done.push('x') },
      { id: 'b', name: 'B', keys: 'review', inForms: true, run: () => done.push('enter') },
    ]
    show(commands, <input aria-label="Price" />)
    await userEvent.click(screen.getByLabelText('Price'))
    await keyboard('x', '{Control>}{Enter}{/Control}')
    expect(done).toEqual(['enter'])
  })
  test('of a disabled command are silent, and go to the next that has them', async () => {
    const done: string[] = []
    const disabled: Command = {
      id: 'new',
      name: 'New',
      keys: 'leg.remove',
      enabled: false,
      run: () => done.push('new'),
    }
    show([{ id: 'old', name: 'Old', keys: 'leg.remove', run: () => done.push('old') }], <Does commands={[disabled]} />)
    await keyboard('x')
    expect(done).toEqual(['old'])
  })
  test('go with the component that gave them', async () => {
    const done: string[] = []
    const { rerender } = show([{ id: 'a', name: 'A', keys: 'leg.remove', run: () => done.push('x') }])
    rerender(<CommandProvider>{null}</CommandProvider>)
    await keyboard('x')
    expect(done).toEqual([])
  })
})

function Palette({ findings }: { findings: readonly SearchResult[] }) {
  const [query, setQuery] = useState('')
  const found = findings.filter(finding => finding.name.toLowerCase().includes(query))
  return (
    <SearchDialog
      open
      onClose={() => undefined}
      title="Search"
      placeholder=""
      query={query}
      setQuery={setQuery}
      findings={found}
      none="No match"
    />
  )
}

describe('the line that searches', () => {
  test('takes the first that is found by Enter, another by the arrows', async () => {
    const done: string[] = []
    const finding = (name: string): SearchResult => ({ id: name, name, run: () => done.push(name) })
    render(<Palette findings={[finding('Orders'), finding('Open orders'), finding('Markets')]} />)
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), 'ord')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(done).toEqual(['Orders']))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(done).toEqual(['Orders', 'Open orders']))
    await userEvent.type(screen.getByRole('combobox'), 'zzz')
    expect(screen.getByText('No match')).toBeTruthy()
  })
  test('keeps to the option that the arrows went to, whatever is found before it meanwhile', async () => {
    const done: string[] = []
    const finding = (name: string): SearchResult => ({ id: name, name, run: () => done.push(name) })
    const { rerender } = render(<Palette findings={[finding('Orders'), finding('Markets')]} />)
    await userEvent.click(await screen.findByRole('combobox', { name: 'Search' }))
    await userEvent.keyboard('{ArrowDown}')
    rerender(<Palette findings={[finding('Open order'), finding('Orders'), finding('Markets')]} />)
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Markets')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(done).toEqual(['Markets']))
  })
})

test('the help lists the keys under ?', async () => {
  show([{ id: 'a', name: 'Invert the structure', group: 'Build', keys: 'invert', run: () => undefined }])
  await keyboard('?')
  expect((await screen.findByText('Invert the structure')).parentElement?.textContent).toContain('I')
})

test('a registered command always runs its newest version', () => {
  const registry = createCommandRegistry()
  const done: number[] = []
  let drawings = 0
  registry.subscribe(() => (drawings += 1))
  const entry = registry.register([{ id: 'a', name: 'A', run: () => done.push(1) }])
  const retained = registry.commands()[0]
  entry.update([{ id: 'a', name: 'A', run: () => done.push(2) }])
  retained?.run()
  expect([done, drawings]).toEqual([[2], 1])
})

const command = (name: string): Command => ({ id: name, name, run: () => undefined })

test('a match on the beginning of the name comes first', () => {
  expect(
    matchCommands([command('Open orders'), command('Orders'), command('Markets')], 'ord').map(each => each.name),
  ).toEqual(['Orders', 'Open orders'])
})

test('keys are named as the platform names them', () => {
  expect([keyLabels('mod+shift+z', false), keyLabels('mod+enter', true), keyLabels('?', false)]).toEqual([
    ['Ctrl', 'Shift', 'Z'],
    ['⌘', '↩'],
    ['?'],
  ])
})

test('a key asks what its command asks now, not what it asked when it was first drawn', async () => {
  const done: string[] = []
  const drawn = (where: string) => (
    <CommandProvider>
      <Does
        commands={[
          { id: 'take', name: 'Take', keys: 'invert', keyWhen: () => where === 'here', run: () => done.push(where) },
        ]}
      />
    </CommandProvider>
  )
  const { rerender } = render(drawn('elsewhere'))
  await keyboard('i')
  rerender(drawn('here'))
  await keyboard('i')
  rerender(drawn('elsewhere'))
  await keyboard('i')
  expect(done).toEqual(['here'])
})

test('a command reads a query that says more than its name, and is found once', () => {
  const sized: Command = {
    ...command('Size from risk'),
    parse: query => (/^size \d+%$/.test(query) ? { name: `Lose ${query.slice(5)}`, run: () => undefined } : undefined),
  }
  const found = (query: string) => matchCommands([command('Sizes'), sized], query).map(each => each.name)
  expect(found('size 1%')).toEqual(['Lose 1%'])
  expect(found('size')).toEqual(['Sizes', 'Size from risk'])
})
