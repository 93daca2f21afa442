// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Decimal } from '../../../../core/domain/decimal.ts'
import { parseOverride } from '../../../../core/pricing/market/overrides.ts'
import { OverrideField } from './override-field.tsx'

afterEach(cleanup)

const [take, clear, left, heard] = [
  vi.fn<(value: Decimal) => void>(),
  vi.fn<() => void>(),
  vi.fn<() => void>(),
  vi.fn<() => void>(),
]
beforeEach(() => {
  for (const each of [take, clear, left, heard]) each.mockClear()
})

function Shown({ market = '101250', isCell = false }: { readonly market?: string; readonly isCell?: boolean }) {
  const [typed, setTyped] = useState<Decimal>()
  const plain = typed ?? market
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the page, whose keys are commands
    <div onKeyDown={heard}>
      <OverrideField
        label="Price of BTC"
        plain={plain}
        shown={plain === '' ? '–' : `${plain}.00`}
        isTyped={typed !== undefined}
        parse={text => parseOverride('underlying', text)}
        take={value => {
          take(value)
          setTyped(value)
        }}
        clear={() => {
          clear()
          setTyped(undefined)
        }}
        onLeave={isCell ? left : undefined}
      />
    </div>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of BTC' })
const typeOver = async (text: string) => {
  await userEvent.clear(field())
  if (text !== '') await userEvent.type(field(), text)
}

describe('an input of the model', () => {
  it('reads as it is shown, and is edited plain', async () => {
    render(<Shown />)
    expect(field().value).toBe('101250.00')
    await userEvent.click(field())
    expect(field().value).toBe('101250')
  })

  it('takes what is typed by Enter, once, and is marked as typed', async () => {
    render(<Shown />)
    await typeOver('99000.5{Enter}')
    expect(take.mock.calls).toEqual([['99000.5']])
    expect(field().dataset['typed']).toBe('true')
    expect(document.activeElement).not.toBe(field())
  })

  it('takes it as well where the field is left', async () => {
    render(<Shown />)
    await typeOver('99000')
    await userEvent.tab()
    expect(take.mock.calls).toEqual([['99000']])
  })

  it('discards typed text on Escape', async () => {
    render(<Shown />)
    await typeOver('1{Escape}')
    expect(take).not.toHaveBeenCalled()
    expect(field().value).toBe('101250.00')
  })

  it('gives the market back where it is emptied', async () => {
    render(<Shown />)
    await typeOver('5{Enter}')
    await typeOver('{Enter}')
    expect(clear).toHaveBeenCalledTimes(1)
    expect(field().value).toBe('101250.00')
    expect(field().dataset['typed']).toBe('false')
  })

  it('left as it was is not typed over, so that it goes on with the market', async () => {
    const { rerender } = render(<Shown />)
    await userEvent.click(field())
    rerender(<Shown market="101300" />)
    // The displayed value does not change while it is edited.
    expect(field().value).toBe('101250')
    await userEvent.keyboard('{Escape}')
    expect(field().value).toBe('101300.00')
    await userEvent.click(field())
    await userEvent.tab()
    expect(take).not.toHaveBeenCalled()
    expect(clear).not.toHaveBeenCalled()
  })

  it.each([
    ['1,000', 'Is “1,000” 1,000 or 1? Write it as 101250.5.'],
    ['1e5', 'Not a number: “e” cannot stand there. Write it as 101250.5.'],
    ['0', 'It must be above zero.'],
    ['−5', 'It must be above zero.'],
  ])('does not take %s by Enter, says why, and stays to be mended', async (text, why) => {
    render(<Shown />)
    await typeOver(`${text}{Enter}`)
    expect(screen.getByRole('alert').textContent).toBe(why)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field())
    expect(take).not.toHaveBeenCalled()
    await userEvent.type(field(), '7')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('discards invalid text on blur', async () => {
    render(<Shown />)
    await typeOver('x')
    await userEvent.tab()
    expect(field().value).toBe('101250.00')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(take).not.toHaveBeenCalled()
  })

  it('keeps its keys from the page, whose letters are commands', async () => {
    render(<Shown />)
    await typeOver('98{Escape}')
    expect(heard).not.toHaveBeenCalled()
  })

  it('does not take Enter that ends a composition', () => {
    render(<Shown />)
    fireEvent.focus(field())
    fireEvent.change(field(), { target: { value: '7' } })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(take).not.toHaveBeenCalled()
  })

  it('without a value of the market is empty to edit, and typed from nothing', async () => {
    render(<Shown market="" />)
    expect(field().value).toBe('–')
    await userEvent.click(field())
    expect(field().value).toBe('')
    await userEvent.keyboard('3{Enter}')
    expect(take.mock.calls).toEqual([['3']])
  })
})

it('in a cell takes the focus as it appears, and is left once however it ends', async () => {
  for (const end of ['{Enter}', '{Escape}', '{Tab}']) {
    left.mockClear()
    render(<Shown isCell />)
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard(`5${end}`)
    expect(left).toHaveBeenCalledTimes(1)
    cleanup()
  }
  expect(take.mock.calls).toEqual([['5'], ['5']])
})
