package gametest

import (
	"reflect"

	"salle/game"
)

// checkTypes: a State is a value, and an Observation's type cannot reach State and holds nothing behind which a secret
// could travel.
func checkTypes[S game.State, O any](t reporter) {
	state, observation := reflect.TypeFor[S](), reflect.TypeFor[O]()
	values := typeWalk{forbid: map[reflect.Kind]bool{reflect.Slice: true, reflect.Map: true}, seen: map[reflect.Type]bool{}}
	if why := values.fault(state, state.Name()); why != "" {
		t.Fatalf("a State is a comparable value without slices, maps, pointers and the like: %s", why)
	}
	open := typeWalk{never: state, home: observation.PkgPath(), seen: map[reflect.Type]bool{}}
	if why := open.fault(observation, observation.Name()); why != "" {
		t.Fatalf("an Observation's type cannot reach State and holds no interface, func, pointer, channel or foreign type's hidden field: %s", why)
	}
}

// typeWalk looks for what a type must not contain.
type typeWalk struct {
	forbid map[reflect.Kind]bool // besides references of every sort
	never  reflect.Type          // must not be reached; nil: all may be
	home   string                // only this package's types may have unexported fields; "": all may
	seen   map[reflect.Type]bool
}

// fault names the first fault in t by its path; "" where there is none.
func (w typeWalk) fault(t reflect.Type, path string) string {
	if t == w.never {
		return path + " is the State"
	}
	if w.seen[t] {
		return ""
	}
	w.seen[t] = true
	switch k := t.Kind(); k {
	case reflect.Interface, reflect.Func, reflect.Pointer, reflect.UnsafePointer, reflect.Chan:
		return path + " is of kind " + k.String()
	case reflect.Struct:
		return w.structFault(t, path)
	case reflect.Map:
		if why := w.fault(t.Key(), path+"[key]"); why != "" {
			return why
		}
		fallthrough
	case reflect.Array, reflect.Slice:
		if w.forbid[k] {
			return path + " is of kind " + k.String()
		}
		return w.fault(t.Elem(), path+"[]")
	}
	return ""
}

func (w typeWalk) structFault(t reflect.Type, path string) string {
	for i := range t.NumField() {
		f := t.Field(i)
		if w.home != "" && !f.IsExported() && t.PkgPath() != w.home {
			return path + "." + f.Name + " is hidden in " + t.String()
		}
		if why := w.fault(f.Type, path+"."+f.Name); why != "" {
			return why
		}
	}
	return ""
}
