/** The script of pages with games to step through. */
declare module "*/steps.js" {
  /** Shows each game of a report on its board when it is opened. */
  export function openGames(root: ParentNode): void;
}
