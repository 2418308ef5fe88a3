# Everything here is native; CatanView.to_json and CatanView.counting_json call it.
