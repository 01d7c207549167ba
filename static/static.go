// Package static holds the files that pages refer to. They are embedded, and their URLs carry a hash of their content, so
// that browsers may keep them for ever.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// Prefix is where the files are served.
const Prefix = "/static/"

//go:embed *.css *.js *.svg
var files embed.FS

// File is one embedded file.
type File struct {
	Name    string // "app.css"
	Type    string // its media type
	Hash    string // the first 12 hex digits of its SHA-256
	Content []byte
	Gzip    []byte // Content compressed
}

// URL is the path under which the file is served.
func (f File) URL() string {
	ext := path.Ext(f.Name)
	return Prefix + strings.TrimSuffix(f.Name, ext) + "." + f.Hash + ext
}

// types are the media types by extension; the system's own table may lack or change them.
var types = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// all reads the embedded files once; a file that cannot be read or compressed is a broken build.
var all = sync.OnceValue(func() map[string]File {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err)
	}
	byName := make(map[string]File, len(entries))
	for _, e := range entries {
		content, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(content)
		byName[e.Name()] = File{
			Name: e.Name(), Type: types[path.Ext(e.Name())], Hash: hex.EncodeToString(sum[:6]),
			Content: content, Gzip: compress(content),
		}
	}
	return byName
})

func compress(content []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err)
	}
	if _, err = w.Write(content); err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err)
	}
	return b.Bytes()
}

// URL is the path of a file by its name. A name that does not exist is a mistake in the program and panics.
func URL(name string) string {
	f, ok := all()[name]
	if !ok {
		panic(fmt.Sprintf("static: no file %q", name))
	}
	return f.URL()
}

// Find returns the file that is served at a path; ok is false where there is none.
func Find(urlPath string) (f File, ok bool) {
	name := strings.TrimPrefix(urlPath, Prefix)
	ext := path.Ext(name)
	base := strings.TrimSuffix(name, ext)
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return File{}, false
	}
	f, ok = all()[base[:dot]+ext]
	return f, ok && f.Hash == base[dot+1:]
}
