// SPDX-License-Identifier: MIT
// Builds web/built/report.html: one file, with the program and its styles within, that may execute and fetch nothing else.

import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Puts the program and its styles into the page, and names them in its Content-Security-Policy by their hashes. */
function onePage(): Plugin {
  return {
    name: 'one-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      let program = '';
      let styles = '';
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') program += file.code;
        else if (name.endsWith('.css')) styles += file.source;
        else continue;
        delete bundle[name];
      }
      const page = bundle['index.html'];
      if (page?.type !== 'asset' || typeof page.source !== 'string') throw new Error('no index.html was built');
      program = `\n${program.trim()}\n`;
      styles = `\n${styles.trim()}\n`;
      if (/<\/script|<!--/i.test(program) || /<\/style/i.test(styles)) throw new Error('the program would end its element');
      const policy = [
        "default-src 'none'",
        `script-src ${hashOf(program)}`,
        `style-src ${hashOf(styles)}`,
        'img-src blob: data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      page.source = page.source
        .replace(/\s*<script type="module"[^>]*><\/script>/, '')
        .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
        .replace('<!--policy-->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace('<!--styles-->', () => `<style>${styles}</style>`)
        .replace('<!--program-->', () => `<script type="module">${program}</script>`);
      page.fileName = 'report.html';
    },
  };
}

export default defineConfig({
  build: {
    outDir: process.env['CYCLORAMA_PAGE_FOLDER'] ?? 'built',
    emptyOutDir: false,
    target: 'es2022',
    // Legible in the repository and in a browser; the size is in docs/guide/reports.md.
    minify: false,
    cssMinify: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  plugins: [onePage()],
});
