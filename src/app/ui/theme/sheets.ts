/** Base style sheets, imported before any component, whose rules may override them. */
import './fonts.css'
import './theme.css'
import './base.css'
import './forced-colours.css'
