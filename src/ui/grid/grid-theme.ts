/** The grid library's look, from our tokens: it follows theme, palette and density by itself, because every colour is a variable. */
import { checkboxStyleDefault, createTheme, iconSetQuartzRegular } from 'ag-grid-community'

export const gridTheme = createTheme()
  .withPart(checkboxStyleDefault)
  .withPart(iconSetQuartzRegular)
  .withParams({
    browserColorScheme: 'inherit',
    backgroundColor: 'var(--surface-1)',
    foregroundColor: 'var(--text-1)',
    textColor: 'var(--text-1)',
    cellTextColor: 'inherit',
    subtleTextColor: 'var(--text-3)',
    accentColor: 'var(--accent)',
    borderColor: 'var(--line)',
    chromeBackgroundColor: 'var(--surface-1)',
    headerBackgroundColor: 'var(--surface-1)',
    headerTextColor: 'var(--text-3)',
    headerFontWeight: 500,
    headerFontSize: 11,
    headerHeight: 'var(--row-height)',
    rowHoverColor: 'var(--surface-3)',
    selectedRowBackgroundColor: 'var(--accent-soft)',
    fontFamily: 'inherit',
    fontSize: 12,
    iconSize: 12,
    iconColor: 'var(--text-3)',
    spacing: 4,
    cellHorizontalPadding: 8,
    borderRadius: 0,
    wrapperBorder: false,
    wrapperBorderRadius: 0,
    headerRowBorder: false,
    rowBorder: { color: 'color-mix(in srgb, var(--line), var(--surface-1) 45%)' },
    columnBorder: false,
    pinnedColumnBorder: { color: 'var(--line)' },
    headerColumnResizeHandleColor: 'transparent',
    focusShadow: { spread: 0, color: 'transparent' },
    checkboxUncheckedBorderColor: 'var(--control-line)',
    checkboxUncheckedBackgroundColor: 'var(--surface-2)',
    checkboxCheckedShapeColor: 'var(--on-accent)',
    checkboxBorderRadius: 2,
  })
