import { newFeature } from './new-feature.mjs';
import { root, runCommand } from './run-command.mjs';

const usage = `npm run new feature <noun> [plural] [chinese]

Writes a feature into app/: calls, operations, table, screen, words in both languages, permission, plan limit and test.
A noun of several words has hyphens. Examples:
  npm run new feature note notes 笔记
  npm run new feature water-test water-tests 水质检测`;

const [what, noun, plural, label] = process.argv.slice(2);
if (what !== 'feature' || noun === undefined) {
  console.error(usage);
  process.exit(1);
}
try {
  const { files, left } = await newFeature({ root, noun, plural, label });
  await runCommand('biome', ['check', '--write', 'app']);
  console.log(`Wrote ${files.length} files:\n${files.map((name) => `  ${name}`).join('\n')}`);
  for (const { name, text } of left) {
    console.log(`\n${name} is written in a way of its own. Add there by hand:\n${text}`);
  }
  console.log('\nNext: npm test, then npm run dev. docs/building.md says how to go on.');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
