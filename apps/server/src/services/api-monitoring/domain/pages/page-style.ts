import type { PageLook } from './page-model.ts';

type Rgb = [number, number, number];
const readable = 4.5;

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
/** Relative luminance (WCAG 2.2). */
const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** contrastOf returns the contrast ratio of two colours, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** readableOn darkens or lightens a colour until text in it is readable on a background. */
export function readableOn(colour: string, background: string): string {
  const goal: Rgb = luminance(rgbOf(background)) > 0.5 ? [0, 0, 0] : [255, 255, 255];
  const start = rgbOf(colour);
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = hexOf(start.map((part, index) => part + ((goal[index] ?? 0) - part) * share) as Rgb);
    if (contrastOf(mixed, background) >= readable) return mixed;
  }
  return hexOf(goal);
}

const [white, night] = ['#ffffff', '#16181c'];
const light = (accent: string) =>
  `--paper:${white};--ink:#1a1c20;--quiet:#5a606b;--line:#dfe2e8;--accent:${readableOn(accent, white)};--on:${white};--up:#237032;--degraded:#b35c00;--down:#c92a2a;--maintenance:#1864ab;--unknown:#5a606b;--empty:#dfe2e8;color-scheme:light`;
const dark = (accent: string) =>
  `--paper:${night};--ink:#eceef2;--quiet:#a3abb8;--line:#33383f;--accent:${readableOn(accent, night)};--on:${night};--up:#51cf66;--degraded:#ffa94d;--down:#ff8787;--maintenance:#74c0fc;--unknown:#a3abb8;--empty:#33383f;color-scheme:dark`;

/** pageStyle returns the style sheet of a status page. */
export function pageStyle({ accent, appearance }: Pick<PageLook, 'accent' | 'appearance'>): string {
  const colours =
    appearance === 'auto'
      ? `:root{${light(accent)}}@media(prefers-color-scheme:dark){:root{${dark(accent)}}}`
      : `:root{${appearance === 'dark' ? dark(accent) : light(accent)}}`;
  return `${colours}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main,header,footer{max-width:56rem;margin:0 auto;padding:1rem}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0}
p{margin:.25rem 0}a{color:var(--accent)}.quiet{color:var(--quiet);font-size:.875rem}
.overall{border:1px solid var(--line);border-left:.5rem solid var(--s);border-radius:.5rem;padding:1rem;font-size:1.25rem;font-weight:600}
.up{--s:var(--up)}.degraded{--s:var(--degraded)}.down{--s:var(--down)}.maintenance{--s:var(--maintenance)}.unknown,.none{--s:var(--unknown)}
ul{list-style:none;margin:0;padding:0}.item,.event{border-bottom:1px solid var(--line);padding:.75rem 0}
.row{display:flex;justify-content:space-between;gap:1rem;flex-wrap:wrap}.word{color:var(--s);font-weight:600}
svg.bars{display:block;width:100%;height:2rem;margin:.4rem 0 .2rem}svg.bars rect{fill:var(--empty)}svg.bars rect[class]{fill:var(--s)}
.event p{white-space:pre-line;overflow-wrap:anywhere}
form{display:flex;gap:.5rem;flex-wrap:wrap;margin:.5rem 0}form div{flex:1 1 14rem;max-width:28rem}form div input{width:100%}.word,li strong{text-transform:capitalize}label{display:block;font-size:.875rem}
input,select,button{font:inherit;padding:.5rem .75rem;border:1px solid var(--quiet);border-radius:.375rem;background:var(--paper);color:var(--ink);max-width:100%}
button{background:var(--accent);border-color:var(--accent);color:var(--on);align-self:end;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;
}
