import { describe, expect, it } from 'vitest'
import { stylesOfMarkup } from './frame-styles.ts'

const markup = '<div class="_bar_1 _wide_1"><p>Waiting</p></div>'

describe('styles of a frame', () => {
  it('hold the rules whose classes all occur in it, and those without a class, in their order', () => {
    const css =
      ':root{--gap:4px}p{margin:0}._bar_1{color:red}._bar_1 ._menu_2{top:0}._menu_2,._wide_1:hover{left:0}._menu_2{right:0}'
    expect(stylesOfMarkup(css, markup)).toBe(
      ':root{--gap:4px}p{margin:0}._bar_1{color:red}._menu_2,._wide_1:hover{left:0}',
    )
  })
  it('leave out conditions under which nothing holds', () => {
    const css = '@media (width<400px){._menu_2{top:0}}@media print{._bar_1{top:0}._menu_2{top:1px}}'
    expect(stylesOfMarkup(css, markup)).toBe('@media print{._bar_1{top:0}}')
  })
  it('take a class that is denied for none that must occur, and a brace in a text for no end', () => {
    const css = '._bar_1:not(._menu_2){top:0}._bar_1:before{content:"}"}@font-face{src:url(a.woff2)}'
    expect(stylesOfMarkup(css, markup)).toBe(css)
  })
})
