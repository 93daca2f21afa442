// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import '../../../testing/overlays-there.tsx'
import { DecimalInput } from './decimal-input.tsx'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { Tabs } from './tabs.tsx'
import { ToastRegion } from '../commands/ui-provider.tsx'
import { closeToast, showToast } from './toasts.ts'

afterEach(cleanup)

function Price({ error }: { error?: string }) {
  const [text, setText] = useState('1.00')
  return (
    <DecimalInput label="Price" hint="120.00 debit" error={error} value={text} onChange={setText} step={dec('0.05')} />
  )
}

describe('a field', () => {
  test('carries its hint and its error', () => {
    render(<Price error="Not a multiple of 0.05" />)
    const input = screen.getByLabelText('Price')
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent)
    expect(described).toEqual(['120.00 debit', 'Not a multiple of 0.05'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })
  test('of a decimal steps by the arrow keys, ten at once with Shift', async () => {
    render(<Price />)
    const input = screen.getByLabelText<HTMLInputElement>('Price')
    await userEvent.type(input, '{ArrowUp}{Shift>}{ArrowUp}{/Shift}{ArrowDown}')
    expect(input.value).toBe('1.50')
  })
  test.each(['1,500', '1.500'])(
    'of a decimal asks which number %s is, with or without a step, and takes the answer',
    async typed => {
      function Level() {
        const [text, setText] = useState(typed)
        return <DecimalInput label="Level" value={text} onChange={setText} />
      }
      render(<Level />)
      await userEvent.click(screen.getByRole('button', { name: '1,500' }))
      expect(screen.getByLabelText<HTMLInputElement>('Level').value).toBe('1500')
      expect(screen.queryByText(/Which number/)).toBeNull()
    },
  )
  test.each([
    ['0005', '5'],
    ['00,50', '0.5'],
    ['0.50', '0.50'],
    ['0x5', '0x5'],
  ])('of a decimal reading %s reads %s after it is left', async (typed, left) => {
    render(<Price />)
    const input = screen.getByLabelText<HTMLInputElement>('Price')
    await userEvent.clear(input)
    await userEvent.type(input, typed)
    await userEvent.tab()
    expect(input.value).toBe(left)
  })
  test('of a decimal names the character that is no part of a number', async () => {
    render(<Price />)
    await userEvent.type(screen.getByLabelText('Price'), 'x')
    expect(screen.getByText('Not a number: “x” cannot stand there.')).toBeTruthy()
  })
  test('of a decimal takes the true minus as a minus', async () => {
    render(<Price />)
    const input = screen.getByLabelText<HTMLInputElement>('Price')
    await userEvent.clear(input)
    await userEvent.type(input, '−5')
    expect(input.value).toBe('-5')
  })
})

const choices = <Value extends string>(...values: readonly Value[]) =>
  values.map(value => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))

test('segments are a radio group', async () => {
  const chosen: string[] = []
  render(<Segmented label="Side" value="buy" options={choices('buy', 'sell')} onChange={value => chosen.push(value)} />)
  expect(within(screen.getByRole('group', { name: 'Side' })).getAllByRole('radio')).toHaveLength(2)
  await userEvent.click(screen.getByRole('radio', { name: 'Sell' }))
  expect(chosen).toEqual(['sell'])
})

test('a press on the segment that is chosen already chooses it: its owner may not have been told yet', async () => {
  const chosen: string[] = []
  const options = choices('net', 'trades')
  render(<Segmented label="View" value="net" options={options} onChange={value => chosen.push(value)} />)
  await userEvent.click(screen.getByRole('radio', { name: 'Net' }))
  await userEvent.click(screen.getByText('Net'))
  await userEvent.click(screen.getByRole('radio', { name: 'Trades' }))
  expect(chosen).toEqual(['net', 'net', 'trades'])
})

test('choices that say the same write nothing when they are drawn again, and call who listens now', async () => {
  const chosen: string[] = []
  const segments = (name: string, sell = 'Sell') => (
    <Segmented
      label="Side"
      value="buy"
      options={[...choices('buy'), { value: 'sell', label: sell }]}
      onChange={value => chosen.push(`${name} ${value}`)}
    />
  )
  const { container, rerender } = render(segments('first'))
  const observer = new MutationObserver(() => undefined)
  observer.observe(container, { subtree: true, attributes: true, childList: true, characterData: true })
  for (const name of ['second', 'third', 'fourth']) rerender(segments(name))
  expect(observer.takeRecords()).toEqual([])
  await userEvent.click(screen.getByRole('radio', { name: 'Sell' }))
  expect(chosen).toEqual(['fourth sell'])
  rerender(segments('fifth', 'Offer'))
  expect(screen.getByRole('radio', { name: 'Offer' })).toBeTruthy()
  observer.disconnect()
})

test('a select gives the value of the option, typed', async () => {
  const chosen: ('a' | 'b')[] = []
  render(
    <Select<'a' | 'b'> label="Type" value="a" options={choices('a', 'b')} onChange={value => chosen.push(value)} />,
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'b')
  expect(chosen).toEqual(['b'])
})

test('tabs are moved through by arrows, round the end', async () => {
  function Views() {
    const [value, setValue] = useState('a')
    return (
      <Tabs label="View" value={value} onChange={setValue} tabs={choices('a', 'b')}>
        panel of {value}
      </Tabs>
    )
  }
  render(<Views />)
  screen.getByRole('tab', { name: 'A' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('B')
  expect(document.activeElement?.textContent).toBe('B')
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'A' }).textContent).toBe('panel of a')
})

test('a notice is shown in a live region until it is closed', async () => {
  render(<ToastRegion />)
  const region = screen.getByRole('region', { name: 'Notices' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  const id = showToast({ tone: 'ok', title: 'Accepted', sticky: true })
  expect(await within(region).findByText('Accepted')).toBeTruthy()
  closeToast(id)
  await waitFor(() => expect(within(region).queryByText('Accepted')).toBeNull())
})
